import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { apiPaths, dashboardPaths, paths } from '#contract/paths.ts'
import { launchBrowser, openPage, saveScreenshot, type Viewing } from '#test/browser.ts'
import { buildIfStale } from './build.ts'
import { firstId, publicScreens } from './public-screens.ts'
import type { Screen } from './public-screens.ts'
import { root } from './source-files.ts'

const admin = { email: 'admin@rafid.example', password: 'pictures of every screen' }
const looks = (['phone', 'desktop'] as const).flatMap(device =>
  (['light', 'dark'] as const).map(theme => ({ device, theme })),
)

/** A server with the whole demo content on a database of its own. */
interface DemoServer {
  baseUrl: string
  stop(): Promise<void>
}

async function startDemoServer(): Promise<DemoServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rafid-screenshots-'))
  const child = spawn(process.execPath, [path.join(root, 'server/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DEMO: '1',
      LOG_LEVEL: 'info',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const baseUrl = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]
      if (address && said.includes('demo content written')) resolve(address)
    })
    child.once('exit', code => reject(new Error(`The server ended with code ${code}.\n${said}`)))
  })
  return {
    baseUrl,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Every staff screen by the name of its picture. */
async function staffScreens(baseUrl: string): Promise<Record<string, Screen>> {
  const screens: Record<string, Screen> = {}
  for (const [name, address] of Object.entries(dashboardPaths)) {
    if (typeof address === 'string') screens[`staff-${name}`] = { address }
  }
  for (const name of ['books', 'notes', 'exams', 'results', 'news'] as const) {
    screens[`staff-${name}-add`] = { address: dashboardPaths.add(dashboardPaths[name]) }
    const id = await firstId(baseUrl, apiPaths[name])
    if (id) screens[`staff-${name}-edit`] = { address: dashboardPaths.edit(dashboardPaths[name], id) }
  }
  return screens
}

async function signIn(context: BrowserContext, baseUrl: string): Promise<void> {
  const { csrfToken } = (await (await context.request.get(apiPaths.csrfToken)).json()) as {
    csrfToken: string
  }
  const answer = await context.request.post(apiPaths.login, {
    data: admin,
    headers: { 'x-csrf-token': csrfToken, origin: baseUrl },
  })
  if (!answer.ok()) throw new Error(`Signing in failed: ${answer.status()} ${await answer.text()}`)
}

/** Takes every screen whose name holds one of the wanted words, in four looks. */
async function main(): Promise<void> {
  const wanted = process.argv.slice(2)
  const isWanted = (name: string) => wanted.length === 0 || wanted.some(word => name.includes(word))
  buildIfStale()
  const server = await startDemoServer()
  const browser = await launchBrowser()
  try {
    const groups = [
      {
        isStaff: false,
        screens: { ...(await publicScreens(server.baseUrl)), login: { address: paths.login } },
      },
      { isStaff: true, screens: await staffScreens(server.baseUrl) },
    ]
    for (const { isStaff, screens } of groups) {
      const names = Object.keys(screens).filter(isWanted)
      if (names.length === 0) continue
      for (const look of looks) {
        const viewing: Viewing = { baseUrl: server.baseUrl, isReducedMotion: true, ...look }
        const { page, context } = await openPage(browser, viewing)
        if (isStaff) await signIn(context, server.baseUrl)
        for (const name of names) {
          const { address, act } = screens[name] ?? { address: '/' }
          await page.unrouteAll()
          await page.goto(address, { waitUntil: 'networkidle' })
          await act?.(page, look.device)
          console.log(await saveScreenshot(page, `${name}-${look.device}-${look.theme}`))
        }
        await context.close()
      }
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

await main()
