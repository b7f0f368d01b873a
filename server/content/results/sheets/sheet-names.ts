import { setImmediate as letOthersRun } from 'node:timers/promises'
import { fold } from '#contract/arabic/fold.ts'

/** What a file's path in an archive says of its sheet. */
export interface SheetName {
  school: string
  /** Its folders, parted by ` / `; null for a file at the root. */
  group: string | null
}

const invisible =
  /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFFD]/gu
const ending = /\.[a-z][a-z0-9]{0,4}$/i
const digits = '[0-9٠-٩۰-۹]'
const copyMarks: readonly RegExp[] = [
  new RegExp(`\\s*\\(\\s*${digits}{1,3}\\s*\\)$`, 'u'),
  new RegExp(`\\s*-?\\s*(?:نسخة|نسخه)(?:\\s*\\(?${digits}{1,3}\\)?)?$`, 'u'),
  new RegExp(`(?:\\s*-\\s*|\\s+)copy(?:\\s*\\(?${digits}{1,3}\\)?)?$`, 'iu'),
]
const copyStart = /^(?:copy(?:\s*\(\d+\))?\s+of|نسخة(?:\s*\([0-9٠-٩]+\))?\s+من)\s+/iu
/* «14 تموز» is a name: a day of a month is no number in a list. */
const dayOfMonth = new RegExp(
  `^${digits}{1,2}\\s+(?:من\\s+)?(?:كانون|شباط|آذار|اذار|نيسان|أيار|ايار|مايس|حزيران|تموز|آب|اب|أيلول|ايلول|تشرين|رمضان|شعبان|رجب|محرم)(?=\\s|$)`,
  'u',
)
const listNumber = new RegExp(`^[([{]?\\s*${digits}{1,4}\\s*(?:[-–—.،:)\\]}/]+\\s*|\\s+)(?=\\S)`, 'u')
const endNumber = new RegExp(`\\s*[-–—]\\s*${digits}{1,8}$`, 'u')
const endUnderscore = new RegExp(`_+(${digits}{1,8})$`, 'u')
const meaningful =
  /(?:^| )(?:بنين|بنات|مختلط|مختلطه|علمي|ادبي|مهني|احيايي|تطبيقي|مديريه|تربيه|قسم|قضا|ناحيه|فرع|مركز)(?: |$)/u

function tidy(text: string): string {
  return text
    .normalize('NFC')
    .replace(invisible, '')
    .replaceAll('ـ', '')
    .replace(endUnderscore, ' - $1')
    .replace(/[_\s\u00A0]+/g, ' ')
    .trim()
}

function trimmed(text: string): string {
  return text.replace(/^[\s\-–—.،,:;]+|[\s\-–—.،,:;]+$/gu, '')
}

function withoutCopyMarks(text: string): string {
  let rest = text.replace(copyStart, '')
  for (let before = ''; before !== rest;) {
    before = rest
    for (const mark of copyMarks) rest = trimmed(rest.replace(mark, ''))
  }
  return rest
}

function withoutListNumber(text: string): string {
  return dayOfMonth.test(text) ? text : text.replace(listNumber, '')
}

/* Whoever takes everything off a name that is only numbers and marks has taken too much. */
function atLeast(cleaned: string, text: string): string {
  return cleaned === '' ? trimmed(text) || text : cleaned
}

function cleanName(text: string): string {
  const plain = tidy(text)
  return atLeast(trimmed(withoutListNumber(withoutCopyMarks(plain))), plain)
}

function withoutEnding(file: string): string {
  let name = file
  while (ending.test(name) && name.replace(ending, '').trim() !== '') name = name.replace(ending, '')
  return name
}

const namesAtOnce = 200

/* Folders come again with every file in them. */
function createCleaner(): (folder: string) => string {
  const known = new Map<string, string>()
  return folder => {
    const cleaned = known.get(folder) ?? cleanName(folder)
    known.set(folder, cleaned)
    return cleaned
  }
}

/* A folder around everything says nothing of one sheet, unless it says who they are. */
function sharedFolders(folders: readonly (readonly string[])[]): number {
  const [first] = folders
  if (first === undefined || folders.length < 2) return 0
  let shared = 0
  for (const folder of first) {
    const isShared = folders.every(path => path[shared] === folder)
    if (!isShared || meaningful.test(fold(folder).replaceAll(/(?:^| )(?:لل|ال)/g, ' '))) break
    shared += 1
  }
  return shared
}

/**
 * The schools and groups of an archive's files, by their paths (folders parted by `/`), in the same order.
 * A name loses its ending, its number in a list and the marks of copies; a number at its end stays where two names
 * would be the same without it.
 */
export async function sheetNames(paths: readonly string[]): Promise<SheetName[]> {
  const clean = createCleaner()
  const folders: string[][] = []
  const schools: string[] = []
  for (const [index, path] of paths.entries()) {
    if (index % namesAtOnce === namesAtOnce - 1) await letOthersRun()
    const parts = path.split('/').filter(part => part !== '' && part !== '.')
    folders.push(parts.slice(0, -1).map(clean))
    schools.push(cleanName(withoutEnding(parts.at(-1) ?? '')))
  }
  const shared = sharedFolders(folders)
  const groups = folders.map(path => path.slice(shared).join(' / ') || null)
  const short = schools.map(school => atLeast(trimmed(school.replace(endNumber, '')), school))
  const counts = new Map<string, number>()
  for (const [index, name] of short.entries()) {
    const key = `${groups[index]}/${name}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return schools.map((school, index) => {
    const group = groups[index] ?? null
    const isAlone = counts.get(`${group}/${short[index]}`) === 1
    return { school: (isAlone ? short[index] : school) ?? school, group }
  })
}
