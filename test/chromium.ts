import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { unpackWoff } from '#server/pictures/woff.ts'

const modules = path.resolve(import.meta.dirname, '../node_modules')

/** A Chromium that can be started: its executable and what its environment needs. */
export interface Chromium {
  executablePath: string
  env: Record<string, string>
}

/** Only the fonts that came with `npm ci`: pictures look alike on every machine. */
function fontsConfig(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(folder, 'fonts')}</dir>
  <cachedir>${path.join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`
}

/** The package has Latin letters only: without this, Arabic would be boxes wherever a web font is late. */
function addArabicFont(folder: string): void {
  for (const weight of [400, 700]) {
    const name = `vazirmatn-arabic-${weight}-normal`
    const woff = readFileSync(path.join(modules, `@fontsource/vazirmatn/files/${name}.woff`))
    writeFileSync(path.join(folder, 'fonts', `${name}.ttf`), unpackWoff(woff))
  }
}

/**
 * Unpacks the Chromium of @sparticuz/chromium with the libraries that a bare machine lacks (NSS, expat).
 * The package unpacks into TMPDIR, and its libraries only where it believes to run on Amazon Linux:
 * so it runs in a process of its own that says so, and the finished folder is renamed into place.
 */
async function unpack(): Promise<string> {
  const packageFile = path.join(modules, '@sparticuz/chromium/package.json')
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  const cache = path.join(modules, '.cache')
  const folder = path.join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder

  mkdirSync(cache, { recursive: true })
  const partial = mkdtempSync(path.join(cache, 'chromium-part-'))
  const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath()`
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: path.dirname(modules),
      env: { ...process.env, TMPDIR: partial, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    })
    addArabicFont(partial)
    writeFileSync(path.join(partial, 'fonts/fonts.conf'), fontsConfig(folder))
    renameSync(partial, folder)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    // Another process may have been quicker.
    if (!existsSync(folder)) throw error
  }
  return folder
}

/**
 * Finds the Chromium for tests: CHROMIUM_PATH, or the one that came with `npm ci`.
 * Errors: where the packaged one cannot run (it is Linux on x64), says to set CHROMIUM_PATH.
 */
export async function findChromium(): Promise<Chromium> {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) return { executablePath: chosen, env: {} }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'The packaged Chromium runs on Linux x64 only. Set CHROMIUM_PATH to a Chrome or Chromium.',
    )
  }
  const folder = await unpack()
  return {
    executablePath: path.join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: path.join(folder, 'fonts'),
    },
  }
}
