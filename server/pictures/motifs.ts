import { mark } from '#contract/mark.ts'
import { palette } from './palette.ts'

/** The mark of the product: two rivers in a rounded square. Units: pixels. */
export function riversMark(x: number, y: number, size: number, ground: string = palette.lapis800): string {
  const { side, corner, strokeWidth, upperRiver, lowerRiver } = mark
  return (
    `<g transform="translate(${x} ${y}) scale(${size / side})">` +
    `<rect width="${side}" height="${side}" rx="${corner}" fill="${ground}"/>` +
    `<g fill="none" stroke-width="${strokeWidth}" stroke-linecap="round">` +
    `<path d="${upperRiver}" stroke="#ffffff"/><path d="${lowerRiver}" stroke="${palette.ochre300}"/></g></g>`
  )
}

/** Stars and circles as on the tiles of the Ishtar Gate, in thin lines over a rectangle. Units: pixels. */
export function tilePattern(
  area: { x: number; y: number; width: number; height: number },
  cell: number,
  stroke: string,
  opacity: number,
): string {
  const star = starPath(cell / 2, cell / 2, cell * 0.4, cell * 0.15, 8)
  const inner = starPath(cell / 2, cell / 2, cell * 0.19, cell * 0.08, 4)
  const id = `tile${Math.round(area.x)}-${Math.round(area.y)}-${Math.round(cell)}`
  const corners = [0, cell].flatMap(x =>
    [0, cell].map(y => `<circle cx="${x}" cy="${y}" r="${cell * 0.1}"/>`),
  )
  return (
    `<defs><pattern id="${id}" width="${cell}" height="${cell}" patternUnits="userSpaceOnUse">` +
    `<g fill="none" stroke="${stroke}" stroke-width="${cell / 60}"><path d="${star}"/><path d="${inner}"/>${corners.join('')}</g>` +
    `</pattern></defs><rect x="${area.x}" y="${area.y}" width="${area.width}" height="${area.height}" ` +
    `fill="url(#${id})" opacity="${opacity}"/>`
  )
}

/** The outline of a star with so many points. */
export function starPath(x: number, y: number, outer: number, inner: number, points: number): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const radius = index % 2 === 0 ? outer : inner
    const angle = (Math.PI * index) / points - Math.PI / 2
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`
  })
  return `M${corners.join('L')}Z`
}

/** A rosette of nested eight-pointed stars, the ornament of covers. */
export function rosette(x: number, y: number, radius: number, stroke: string, opacity: number): string {
  const rings = [1, 0.82, 0.6, 0.36].map(
    (share, index) =>
      `<path d="${starPath(x, y, radius * share, radius * share * 0.765, 8)}" transform="rotate(${index * 22.5} ${x} ${y})"/>`,
  )
  return (
    `<g fill="none" stroke="${stroke}" stroke-width="${(radius / 90).toFixed(2)}" opacity="${opacity}">` +
    `${rings.join('')}<circle cx="${x}" cy="${y}" r="${radius * 0.16}"/><circle cx="${x}" cy="${y}" r="${radius * 1.06}"/></g>`
  )
}

/** A whole SVG document. Units: pixels. */
export function svgDocument(width: number, height: number, body: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`,
  )
}
