import { useEffect, useRef, useState } from 'react'

/** Takes files that are dropped anywhere on the screen; true while some are held over it. */
export function useWindowDrop(onDrop: (data: DataTransfer) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useRef(onDrop)
  take.current = onDrop
  useEffect(() => {
    const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!isFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      setIsOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent) => {
      setIsOver(false)
      if (!event.dataTransfer || !isFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      take.current(event.dataTransfer)
    }
    // Before the frame's own listener, which refuses files beside a box.
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}
