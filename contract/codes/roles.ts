/** An editor does everything but users, settings and audit deletion. Source: A4.2. */
export const roles = ['admin', 'editor'] as const
export type Role = (typeof roles)[number]

export const roleLabels: Record<Role, string> = { admin: 'مدير', editor: 'محرر' }
