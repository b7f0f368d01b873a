import { Dialog } from '../parts/dialog.tsx'

interface ImageViewerProps {
  images: readonly { src: string; alt: string }[]
  start: number
  onClose: () => void
}

export function ImageViewer({ images, start, onClose }: ImageViewerProps) {
  const image = images[start]
  return (
    <Dialog title={image?.alt ?? ''} size="large" onClose={onClose}>
      <img src={image?.src} alt={image?.alt} />
    </Dialog>
  )
}
