/** Says to a process that it is one of several behind one port, and not the first. */
const besideFirst = '--beside-first'
/** Says to a process how many there are of it. */
const among = '--among='

/** What one of several processes has to know of the others. */
interface WorkerPlace {
  /** It is not the first of them. */
  isBeside: boolean
  /** How many there are. */
  processes: number
}

/** The arguments with which one of several processes begins. */
export function workerArguments({ isBeside, processes }: WorkerPlace): string[] {
  return [...(isBeside ? [besideFirst] : []), `${among}${processes}`]
}

/** What these arguments say; of a process that was begun by itself, that it is the only one. */
export function readWorkerArguments(given: readonly string[]): WorkerPlace {
  const processes = Number(given.find(each => each.startsWith(among))?.slice(among.length) ?? 1)
  return { isBeside: given.includes(besideFirst), processes }
}
