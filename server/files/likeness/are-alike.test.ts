import { expect, it } from 'vitest'
import { sharp } from '#server/base/pictures-library.ts'
import { makeCover } from '#test/files.ts'
import { areAlike } from './are-alike.ts'

const cut = { left: 24, top: 25, width: 552, height: 790 }
const copies: Record<string, (cover: Buffer) => Promise<Buffer>> = {
  'of less quality': cover => sharp(cover).jpeg({ quality: 45 }).toBuffer(),
  'of half the size': cover => sharp(cover).resize(300).webp().toBuffer(),
  'with its borders cut': cover => sharp(cover).extract(cut).jpeg().toBuffer(),
  'on a larger sheet': cover => sharp(cover).extend({ top: 40, left: 30, background: '#fff' }).toBuffer(),
  'a little turned': cover => sharp(cover).rotate(1, { background: '#fff' }).jpeg().toBuffer(),
  'dark and grey': cover => sharp(cover).linear(0.75, -5).greyscale().jpeg().toBuffer(),
}

it.each(Object.keys(copies))('a copy %s is the same picture, the one of another cover is not', async name => {
  const [cover, other] = [await makeCover(1), await makeCover(2)]
  expect(await areAlike((await copies[name]?.(cover)) ?? other, cover)).toBe(true)
  expect(await areAlike((await copies[name]?.(other)) ?? cover, cover)).toBe(false)
})

it('a cover of the same series with other words is another picture', async () => {
  expect(await areAlike(await makeCover(1, { words: 3 }), await makeCover(1))).toBe(false)
})
