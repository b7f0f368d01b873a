import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Stored files, who uses them, and resumable uploads under way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('files')
    .addColumn('sha256', sql`text collate "C"`, column => column.primaryKey())
    .addColumn('object_key', sql`text collate "C"`, column => column.notNull().unique())
    .addColumn('size', 'bigint', column => column.notNull())
    .addColumn('type', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('page_count', 'integer')
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('uploaded_by', sql`text collate "C"`)
    .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
    .addColumn('touched_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('files_touched_at').on('files').column('touched_at').execute()

  await db.schema
    .createTable('file_references')
    .addColumn('entity', sql`text collate "C"`, column => column.notNull())
    .addColumn('record_id', sql`text collate "C"`, column => column.notNull())
    .addColumn('sha256', sql`text collate "C"`, column => column.notNull().references('files.sha256'))
    .addPrimaryKeyConstraint('file_references_pkey', ['entity', 'record_id', 'sha256'])
    .execute()
  await db.schema.createIndex('file_references_sha256').on('file_references').column('sha256').execute()

  await db.schema
    .createTable('uploads')
    .addColumn('id', sql`text collate "C"`, column => column.primaryKey())
    .addColumn('user_id', sql`text collate "C"`, column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('size', 'bigint', column => column.notNull())
    .addColumn('received', 'bigint', column => column.notNull().defaultTo(0))
    .addColumn('claimed_sha256', sql`text collate "C"`)
    .addColumn('sha256', sql`text collate "C"`)
    .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
    .addColumn('expires_at', 'timestamptz', column => column.notNull())
    .execute()
  await db.schema.createIndex('uploads_user_id').on('uploads').column('user_id').execute()
  await db.schema.createIndex('uploads_expires_at').on('uploads').column('expires_at').execute()

  await db.schema
    .createTable('upload_pieces')
    .addColumn('upload_id', sql`text collate "C"`, column =>
      column.notNull().references('uploads.id').onDelete('cascade'),
    )
    .addColumn('start', 'bigint', column => column.notNull())
    .addColumn('size', 'bigint', column => column.notNull())
    .addColumn('object_key', sql`text collate "C"`, column => column.notNull())
    .addPrimaryKeyConstraint('upload_pieces_pkey', ['upload_id', 'start'])
    .execute()
}
