import { statSync } from 'node:fs'

/**
 * Refuses to go on as root in a folder of somebody else: what root writes there, the service that it belongs to can neither read
 * nor replace afterwards. A folder that is not there yet is nobody's.
 * Errors: throws, readably, with both ways out.
 */
export function refuseOthersFolder(folder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid = 0, gid = 0 } = statSync(folder, { throwIfNoEntry: false }) ?? {}
  if (uid === 0) return
  throw new Error(
    `المجلد ${folder} لمستخدم آخر، وما يكتبه root فيه لا يقرؤه صاحبه بعدها. ` +
      `${folder} belongs to the user ${uid}, who could not read afterwards what root writes there. Run this as that user: ` +
      `setpriv --reuid ${uid} --regid ${gid} --clear-groups npm run …, or runuser -u NAME -- npm run …. ` +
      `A folder that shall be root's: chown -R root ${folder}`,
  )
}
