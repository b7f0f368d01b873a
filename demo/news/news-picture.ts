import { sharp } from '#server/base/pictures-library.ts'
import { newsCategoryLabels } from '#contract/codes/news-categories.ts'
import type { NewsCategoryCode } from '#contract/codes/news-categories.ts'
import { rosette, svgDocument, tilePattern } from '#server/pictures/motifs.ts'
import { palette } from '#server/pictures/palette.ts'
import { svgText } from '#server/pictures/svg-text.ts'
import { layoutLine } from '#server/pictures/text-layout.ts'

/** Units: pixels. */
export const newsPictureSize = { width: 1200, height: 675 } as const

const scenes: Record<NewsCategoryCode, { sky: string; ground: string; accent: string; icon: string }> = {
  EXAM_SCHEDULE: {
    sky: '#1d4399',
    ground: '#10265a',
    accent: palette.ochre300,
    icon: 'M4 6.5h16v13.5H4zM4 10.5h16M8 4v4M16 4v4M8 14h.01M12 14h.01M16 14h.01M8 17h.01M12 17h.01',
  },
  STUDY_CURRICULUM: {
    sky: '#13766d',
    ground: '#06433d',
    accent: '#f0c778',
    icon: 'M12 7v13M12 7c-2-2-5-2.5-9-2.5V17c4 0 7 .7 9 3 2-2.3 5-3 9-3V4.5c-4 0-7 .5-9 2.5M6 9c1.2.1 2.2.3 3 .7M6 12.5c1.2.1 2.2.3 3 .7M18 9c-1.2.1-2.2.3-3 .7M18 12.5c-1.2.1-2.2.3-3 .7',
  },
  E_LEARNING: {
    sky: '#5b21b6',
    ground: '#2b0d5e',
    accent: '#c4d3f6',
    icon: 'M3 4.5h18V16H3zM8 20h8M12 16v4M10.5 8v4.6l4-2.3z',
  },
  SCHOOL_BOOKS: {
    sky: '#9a3412',
    ground: '#54190a',
    accent: '#f0c778',
    icon: 'M4 19.5V5.5A1.5 1.5 0 0 1 5.5 4H9v16H5.5M9 4h4.5v16H9M14 5.2l3.9-1 3.6 14.6-3.9 1zM4 19.5c0 .3.2.5.5.5H9M5.8 8h1.4M10.5 8h1.5M10.5 16.5h1.5',
  },
  SCHOOL_CONSTRUCTION: {
    sky: '#0e6b8c',
    ground: '#083c52',
    accent: '#f0c778',
    icon: 'M3 20.5h18M5 20.5V10l7-4.5 7 4.5v10.5M12 5.5V2.5h3.5v1.8H12M10 20.5v-5h4v5M8 11.5v1.5M12 10.5v1.5M16 11.5v1.5M8 16v1.5M16 16v1.5',
  },
  HONORING_EXCELLENCE: {
    sky: '#8a5a0b',
    ground: '#4c3004',
    accent: '#fbf0da',
    icon: 'M12 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM8.8 13.5 7.5 21l4.5-2.6 4.5 2.6-1.3-7.5M12 6.5l.8 1.7 1.9.2-1.4 1.3.4 1.9-1.7-1-1.7 1 .4-1.9-1.4-1.3 1.9-.2z',
  },
  GENERAL_NEWS: {
    sky: '#40506e',
    ground: '#1c2740',
    accent: '#f0c778',
    icon: 'M4 10v4l3 .5V9.5zM7 9.5c4 0 8-1.5 11-4v13c-3-2.5-7-4-11-4M9 14.6l1 5h2.5l-.9-4.6M18 10.5a2 2 0 0 1 0 3.2',
  },
  EXAM_RESULTS: {
    sky: '#3f6212',
    ground: '#1e3208',
    accent: '#f0c778',
    icon: 'M4 4v16h16M8 16.5v-4M12 16.5v-8M16 16.5v-6M8 8.5l3.5-3.5 3 2.5L19 3.5M16.5 3.5H19V6',
  },
}

/** A picture for a news item without a photograph: a JPEG whose scene tells the category. */
export function drawNewsPicture(category: NewsCategoryCode, variant = 0): Promise<Buffer> {
  const { width, height } = newsPictureSize
  const { sky, ground, accent, icon } = scenes[category]
  const isMirrored = variant % 2 === 1
  const centre = isMirrored ? 380 : 820
  const label = layoutLine(newsCategoryLabels[category], { size: 40, weight: 700 })
  const body = [
    `<defs><linearGradient id="ground" x1="${isMirrored ? 1 : 0}" y1="0" x2="0.5" y2="1"><stop offset="0" stop-color="${sky}"/>`,
    `<stop offset="1" stop-color="${ground}"/></linearGradient></defs>`,
    `<rect width="${width}" height="${height}" fill="url(#ground)"/>`,
    tilePattern({ x: 0, y: 0, width, height }, 96, '#ffffff', 0.08),
    rosette(centre, 320, 300, accent, 0.32),
    `<circle cx="${centre}" cy="320" r="196" fill="${ground}"/>`,
    `<circle cx="${centre}" cy="320" r="196" fill="none" stroke="${accent}" stroke-width="3"/>`,
    `<g transform="translate(${centre - 126} 194) scale(10.5)" fill="none" stroke="${accent}" stroke-width="1.05" `,
    `stroke-linecap="round" stroke-linejoin="round"><path d="${icon}"/></g>`,
    rivers(width, height, accent),
    svgText([label], { x: width - 64, y: height - 48, fill: '#fff' }),
  ]
  return sharp(svgDocument(width, height, body.join('')))
    .jpeg({ quality: 78 })
    .toBuffer()
}

function rivers(width: number, height: number, accent: string): string {
  const wave = (y: number) =>
    `M0 ${y} C200 ${y - 60} 320 ${y + 40} 560 ${y} S960 ${y - 50} ${width} ${y + 10} V${height} H0Z`
  return (
    `<path d="${wave(height - 118)}" fill="#000" opacity="0.22"/>` +
    `<path d="${wave(height - 92)}" fill="#000" opacity="0.28"/>` +
    `<path d="${wave(height - 118).split('V')[0]}" fill="none" stroke="${accent}" stroke-width="3" opacity="0.7"/>`
  )
}
