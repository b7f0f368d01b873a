/** The fonts whose digits are learnt, and those that are only read. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A file of Debian's fonts, or a family of the npm registry. */
export type Face = { debian: string } | { npm: string; weights: readonly number[] }

const npm = (family: string, ...weights: number[]): Face => ({ npm: family, weights })
const debian = (file: string): Face => ({ debian: file })

export const faces: readonly Face[] = [
  npm('arimo', 400, 700),
  npm('tinos', 400, 700),
  npm('carlito', 400, 700),
  npm('open-sans', 400),
  npm('cairo', 400, 700),
  npm('tajawal', 400, 700),
  npm('almarai', 400),
  npm('markazi-text', 400),
  npm('lateef', 400),
  npm('scheherazade-new', 400, 700),
  npm('noto-kufi-arabic', 400),
  npm('noto-sans-arabic', 400, 700),
  npm('noto-naskh-arabic', 400),
  npm('ibm-plex-sans-arabic', 400),
  npm('el-messiri', 400),
  npm('mirza', 400),
  debian('opentype/fonts-hosny-amiri/Amiri-Regular.ttf'),
  debian('opentype/fonts-hosny-amiri/Amiri-Bold.ttf'),
  debian('truetype/noto/NotoNaskhArabic-Regular.ttf'),
  debian('truetype/noto/NotoNaskhArabic-Bold.ttf'),
  debian('truetype/noto/NotoSansArabic-Regular.ttf'),
  debian('truetype/scheherazade/Scheherazade-Regular.ttf'),
  debian('truetype/kacst/KacstBook.ttf'),
  debian('truetype/kacst/KacstNaskh.ttf'),
  debian('truetype/kacst/KacstOffice.ttf'),
  debian('truetype/kacst/KacstScreen.ttf'),
  debian('truetype/dejavu/DejaVuSans.ttf'),
  debian('truetype/dejavu/DejaVuSans-Bold.ttf'),
  debian('truetype/dejavu/DejaVuSerif.ttf'),
  debian('truetype/noto/NotoSans-Regular.ttf'),
  debian('truetype/noto/NotoSerif-Regular.ttf'),
  debian('opentype/urw-base35/NimbusRoman-Regular.otf'),
  debian('opentype/urw-base35/NimbusSans-Regular.otf'),
  debian('opentype/urw-base35/NimbusMonoPS-Regular.otf'),
]

/** Never learnt from: what they give says how unknown fonts are read. */
export const heldFaces: readonly Face[] = [
  npm('roboto', 400),
  npm('lato', 400),
  npm('cousine', 400),
  npm('changa', 400),
  npm('mada', 400),
  npm('harmattan', 400),
  debian('truetype/kacst/KacstTitle.ttf'),
]

/** Fetches the fonts of the registry into a temporary folder. Needs a network. */
export function openFonts(): { filesOf(face: Face): string[]; close(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'digit-fonts-'))
  const families = [...faces, ...heldFaces].flatMap(face =>
    'npm' in face ? [`@fontsource/${face.npm}@5`] : [],
  )
  execFileSync(
    'npm',
    ['install', '--silent', '--ignore-scripts', '--no-audit', '--prefix', folder, ...families],
    {
      stdio: 'ignore',
    },
  )
  return {
    filesOf(face) {
      if ('debian' in face) {
        const file = path.join('/usr/share/fonts', face.debian)
        if (existsSync(file)) return [file]
        console.log('missing', face.debian)
        return []
      }
      return face.weights
        .flatMap(weight => ['latin', 'arabic'].map(part => `${face.npm}-${part}-${weight}-normal.woff2`))
        .map(name => path.join(folder, 'node_modules/@fontsource', face.npm, 'files', name))
        .filter(existsSync)
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
