import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { heldNarrow } from './held-narrow.ts'
import { bareIcons } from './bare-icons.ts'
import { precompress } from './precompress.ts'
import { smallPreload } from './small-preload.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const dashboardEntry = `${root}dashboard/index.html`

/** What islands and behaviours share that is too small for files of their own. */
const smallParts =
  /\/(?:contract\/(?:between|counted-nouns|exam-number|format|limit-numbers|limits|page-hits|page-marks|search-paths|units|(?:background|ingest|shelf)-limits)|web\/(?:ask|ui\/handed-number))\.ts$/

/** What islands need of the codes together. */
const codeParts = /\/contract\/codes\/(?:branches|grades|rounds)\.ts$/

/** React, which no island lives without, packs better as one file. */
const reactParts =
  /\/node_modules\/(?:react|react-dom|scheduler)\/|\/web\/(?:islands\/mount|ui\/bare-icon)\.tsx?$/

/** The signs that more than one island shows. */
const signParts = { name: 'signs', test: /\/lucide-react\//, minShareCount: 2 }

const fewParts = 4

/** The loader names every other file: with longer names it alone would pass what a page may load. */
const shortNames = { chunkFileNames: 'assets/[hash:6].js' }

/** Files for browsers: hashed names, one flat folder, never inlined (the CSP allows no data: styles or fonts). */
function forBrowsers(
  outDir: string,
  input: Record<string, string>,
  output: { chunkFileNames?: string } = {},
) {
  return {
    consumer: 'client' as const,
    build: {
      outDir,
      emptyOutDir: true,
      manifest: true,
      assetsDir: 'assets',
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        /* Naming the parts of a small script would only make the first one longer. */
        resolveDependencies: (_file: string, parts: string[]) => (parts.length > fewParts ? parts : []),
      },
      target: 'es2022',
      chunkSizeWarningLimit: 900,
      rolldownOptions: {
        input,
        output: {
          codeSplitting: {
            groups: [
              { name: 'small', test: smallParts },
              { name: 'codes', test: codeParts },
              { name: 'react', test: reactParts },
              signParts,
            ],
          },
          ...output,
        },
      },
    },
  }
}

/**
 * Four builds of one configuration (`vite build --app`): the site's files for browsers (dist/site), the dashboard's
 * (dist/dashboard), the service worker (dist/worker), and the site's pages for the server (dist/server/site.js).
 */
export default defineConfig({
  root,
  base: '/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [react(), bareIcons(), smallPreload(), precompress()],
  environments: {
    client: forBrowsers(
      `${dist}site`,
      {
        loader: `${root}site/islands/loader.ts`,
        gradeFirst: `${root}islands/grade-first.ts`,
        ownFirst: `${root}islands/own-first.ts`,
        ownRows: `${root}islands/own-rows.ts`,
      },
      shortNames,
    ),
    ...(existsSync(dashboardEntry)
      ? { dashboard: forBrowsers(`${dist}dashboard`, { index: dashboardEntry }) }
      : {}),
    worker: {
      consumer: 'client' as const,
      build: {
        outDir: `${dist}worker`,
        emptyOutDir: true,
        modulePreload: { polyfill: false },
        target: 'es2022',
        rolldownOptions: {
          input: { worker: `${root}worker/worker.ts` },
          output: { format: 'iife', entryFileNames: '[name].js', codeSplitting: false },
        },
      },
    },
    ssr: {
      consumer: 'server',
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { noExternal: true },
      build: {
        outDir: `${dist}server`,
        emptyOutDir: true,
        ssr: true,
        copyPublicDir: false,
        emitAssets: false,
        target: 'node24',
        rolldownOptions: {
          input: { site: `${root}site/server-entry.tsx` },
          output: { ...heldNarrow, entryFileNames: '[name].js', codeSplitting: false },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) await builder.build(environment)
    },
  },
})
