import type { DemoFile } from '../demo-file.ts'
import type { DemoNewsItem } from './demo-news.ts'
import { drawNewsPicture } from './news-picture.ts'

/** The picture of a news item; `variant` turns its scene. */
export async function draw({ input }: DemoNewsItem, variant: number): Promise<DemoFile> {
  return { name: `${input.title}.jpg`, bytes: await drawNewsPicture(input.type, variant) }
}
