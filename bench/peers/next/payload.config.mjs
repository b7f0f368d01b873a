import { postgresAdapter } from '@payloadcms/db-postgres'
import { buildConfig } from 'payload'

const text = name => ({ name, type: 'text' })
const named = [
  'title',
  'subject',
  'stage',
  'branch',
  'description',
  'image',
  'keywords',
  'telegramLink',
  'googleDriveLink',
  'directLink',
]

/* Its table is made by bench/peers.ts, in a schema of its own. */
export default buildConfig({
  secret: 'of a measure',
  telemetry: false,
  db: postgresAdapter({
    pool: { connectionString: process.env.DATABASE_URL, max: 10 },
    push: false,
    schemaName: 'payload',
  }),
  collections: [
    {
      slug: 'books',
      access: { read: () => true },
      defaultSort: '-createdAt',
      fields: [...named.map(text), { name: 'releaseYear', type: 'number' }],
    },
  ],
})
