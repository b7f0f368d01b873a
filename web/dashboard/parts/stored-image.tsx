import { useState } from 'react'
import type { FileFacts } from '#contract/resources/file.ts'
import { Picture } from '#web/school/picture.tsx'

interface StoredImageProps {
  image: string
  alt: string
  /** What is known of the image, so that its own size is in the HTML. */
  facts?: FileFacts | undefined
  /** How large it is shown. Units: CSS pixels. */
  width: number
  height: number
  isLazy?: boolean
}

/** A stored image in the size that the screen needs; itself, when its smaller pictures cannot be had. */
export function StoredImage({ image, alt, facts, width, height, isLazy = false }: StoredImageProps) {
  const [broken, setBroken] = useState('')
  if (broken === image) return <img src={image} alt={alt} width={width} height={height} />
  return (
    <Picture
      image={facts?.url === image ? facts : image}
      alt={alt}
      width={width}
      height={height}
      sizes={`${width}px`}
      isLazy={isLazy}
      onError={() => setBroken(image)}
    />
  )
}
