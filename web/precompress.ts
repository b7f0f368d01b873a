import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
const compressible = /\.(?:js|css|svg|json|html)$/

/** Writes a `.br` and a `.gz` beside every text file of a finished build. */
export function precompress(): Plugin {
  return {
    name: 'rafid-precompress',
    apply: 'build',
    applyToEnvironment: environment => environment.config.consumer === 'client',
    async writeBundle(options) {
      const folder = options.dir
      if (!folder) return
      const names = await readdir(folder, { recursive: true })
      await Promise.all(
        names
          .filter(name => compressible.test(name))
          .map(async name => {
            const file = path.join(folder, name)
            const bytes = await readFile(file)
            const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 }
            await Promise.all([
              brotli(bytes, { params }).then(packed => writeFile(`${file}.br`, packed)),
              gzip(bytes, { level: 9 }).then(packed => writeFile(`${file}.gz`, packed)),
            ])
          }),
      )
    },
  }
}
