import { auditEntities } from '#contract/codes/audit.ts'
import type { Changes } from '#server/base/changes.ts'
import { listUsers } from '#server/files/files.repository.ts'
import type { DamageChange, DamageWatch } from '#server/files/files.types.ts'
import { renewLightCopies } from '#server/files/light-copies/light-copies.jobs.ts'
import { listsShowing } from '#server/files/lists-showing.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import type { AuditService } from '#server/staff/audit/audit.service.ts'

function sentenceOf({ name, damage }: DamageChange): string {
  return damage === null
    ? `عاد الملف «${name}» سليماً`
    : `وُجد الملف «${name}» تالفاً على الخادم، ولا يُنزَّل حتى يُرفع من جديد`
}

/**
 * Says in the log of every record that uses a file how it was found, and renews the pages that show it. A light copy is not
 * named in the log: it is made anew.
 */
export function createDamageWatch({
  audit,
  changes,
}: {
  audit: Pick<AuditService, 'writeEntry'>
  changes: Changes
}): DamageWatch {
  return async (transaction, file) => {
    const users = await listUsers(transaction, file.id)
    for (const { entity: code, recordId } of users) {
      const entity = auditEntities.find(known => known === code)
      if (entity === undefined) continue
      await audit.writeEntry(transaction, {
        action: 'UPDATE',
        entity,
        entityId: recordId,
        description: sentenceOf(file),
        oldData: null,
        newData: null,
        actor: systemActor,
      })
    }
    const lists = [...new Set([...listsShowing(users), ...(await renewLightCopies(transaction, file.id))])]
    if (lists.length > 0) await changes.announce(transaction, lists)
    return () => void changes.tellHere(lists)
  }
}
