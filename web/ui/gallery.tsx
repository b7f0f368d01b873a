export function Gallery({ images }: { images: readonly { src: string; alt: string }[] }) {
  return <ul className="gallery">{images.map(image => <li key={image.src}><a href={image.src}><img src={image.src} alt={image.alt} loading="lazy" /></a></li>)}</ul>
}
