/**
 * Who may import whom, across the roots. Paths are relative to the root; packages are written `package:name`.
 * The floors of `server/` and `web/` stand in floors.table.ts.
 * ARCHITECTURE.md tells the same in words.
 */
export interface ImportBan {
  from: RegExp
  /** Files that the ban does not hold for. */
  except?: RegExp
  to: RegExp
  /** Targets that stay allowed. */
  unless?: RegExp
  /** `import type` is free. */
  allowsTypes?: boolean
  /** Tests may import more (factories, the whole app) unless this is set. */
  holdsInTests?: boolean
  message: string
}

/** The file that whatever serves loads first. */
export const startOfServer = 'server/serve.ts'

/** Packages that are large and seldom needed: no start waits for them, and what never needs them never holds them. */
export const lateLibraries = [
  '@aws-sdk',
  '@hyzyla/pdfium',
  '@simplewebauthn/server',
  '@zxcvbn-ts',
  'fontkit',
  'nodemailer',
  'pdfkit',
  'sharp',
  'tesseract.js-core',
]

export const importBans: ImportBan[] = [
  {
    from: /^contract\//,
    to: /^(server|web|test|bench|tools)\//,
    message: 'contract imports nothing of ours. Move the shared part into contract, or the caller out of it.',
  },
  {
    from: /^contract\//,
    to: /^package:/,
    unless: /^package:zod(\/|$)/,
    message: 'contract is pure: zod is its only package. Do this work in server or web.',
  },
  {
    from: /^contract\/codes\//,
    except: /^contract\/codes\/schemas\.ts$/,
    to: /^package:zod$|^contract\/(codes\/schemas|fields|resources\/)/,
    message:
      "a code list stays without zod: students' browsers load it. Its schema belongs in contract/codes/schemas.ts.",
  },
  {
    from: /^(?:server|demo)\//,
    except: /^server\/base\/pictures-library\.ts$/,
    to: /^package:sharp$/,
    allowsTypes: true,
    message:
      'import sharp from #server/base/pictures-library.ts: there its cache and its threads are bounded.',
  },
  {
    from: /^server\//,
    to: /^package:(react|react-dom|react-router|@tanstack\/react-query|react-aria-components|lucide-react)(\/|$)/,
    message: 'the server knows no React. Render in web/site; the server calls the built page bundle.',
  },
  {
    from: /^server\//,
    to: /^web\//,
    allowsTypes: true,
    message:
      'the server takes only types from web. Pages come in as the built bundle, through server/base/http.',
  },
  {
    from: /^(contract|server|web)\//,
    to: /^(test|bench|tools)\//,
    message: 'the product does not need its tests or tools. Move what both need into the product.',
  },
  {
    from: /^(contract|server|web)\//,
    except: /^server\/serve\.ts$/,
    to: /^demo\//,
    message: 'the product runs without its demo library. Only server/serve.ts begins it.',
  },
  {
    from: /^server\/base\/db\/migrations\//,
    to: /^(server|demo)\//,
    allowsTypes: true,
    message:
      'a migration would load a second copy beside the server in few files. Write what it needs into the migration.',
  },
  {
    from: /^web\/ui\//,
    to: /^(contract|web|server)\//,
    unless: /^(web\/(ui|styles)\/|contract\/(format|limits|page|text)\.ts$)/,
    message:
      'web/ui knows only contract/format, limits and page. A part that knows our codes belongs in web/school.',
  },
  {
    from: /^web\/school\//,
    to: /^server\//,
    message: 'web/school runs in the browser: it imports contract and web/ui only.',
  },
  {
    from: /^web\/site\//,
    to: /^server\//,
    unless: /^server\/services\.ts$/,
    message:
      'a page takes `import type` from server/services.ts only; its load gets the services as an argument.',
  },
  {
    from: /^web\/site\//,
    to: /^server\/services\.ts$/,
    allowsTypes: true,
    message: 'write `import type`: a value import would load a second copy with its own database connection.',
  },
  {
    from: /^web\/(dashboard|islands|api-client)/,
    to: /^server\//,
    message: 'the browser knows the server only through the API. Types that both need belong in contract.',
  },
  {
    from: /^web\//,
    except: /^web\/(vite\.config|precompress)\.ts$/,
    to: /^package:(node:|fastify|kysely|pg$|pg\/|@electric-sql|sharp)/,
    message: 'web runs in the browser and in the page bundle. Ask the server for this.',
  },
]
