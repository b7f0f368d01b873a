import { sql } from 'kysely'
import { parseSync, type TSInterfaceDeclaration, type TSInterfaceHeritage } from 'oxc-parser'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#test/database.ts'
import { listSourceFiles } from '../../../tools/source-files.ts'

/* What the migrations and tools keep for themselves. */
const unnamed = new Set(['kysely_migration', 'kysely_migration_lock'])

/* Every kind began with the three links: of an exam nothing writes the first, and a result always has it. */
const laxer = new Set(['exams.direct_link or null', 'results.direct_link or null'])

const declared = new Map<string, TSInterfaceDeclaration>()
const tables: { table: string; type: string }[] = []

for (const { path, text } of listSourceFiles()) {
  if (!/\.table\.ts$|^server\/base\/db\/columns\.ts$/.test(path)) continue
  for (const statement of parseSync(path, text).program.body) {
    if (
      statement.type === 'ExportNamedDeclaration' &&
      statement.declaration?.type === 'TSInterfaceDeclaration'
    )
      declared.set(statement.declaration.id.name, statement.declaration)
    if (statement.type !== 'TSModuleDeclaration' || statement.body?.type !== 'TSModuleBlock') continue
    for (const inner of statement.body.body) {
      if (inner.type !== 'TSInterfaceDeclaration' || inner.id.name !== 'Database') continue
      for (const [table, type] of membersOf(inner)) tables.push({ table, type })
    }
  }
}

/** The names that an interface gives itself, each with the name of its type. */
function membersOf({ body }: TSInterfaceDeclaration): [string, string][] {
  return body.body.flatMap((member): [string, string][] => {
    if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') return []
    const type = member.typeAnnotation?.typeAnnotation
    const name = type?.type === 'TSTypeReference' && type.typeName
    return [[member.key.name, name && name.type === 'Identifier' ? name.name : '']]
  })
}

/** The columns of a table's interface with their types, those that it takes from others included. */
function columnsOf(name: string): Map<string, string> {
  const found = declared.get(name)
  if (!found) throw new Error(`no interface ${name} beside the tables`)
  return new Map([...found.extends.flatMap(inheritedFrom), ...membersOf(found)])
}

function inheritedFrom({ expression, typeArguments }: TSInterfaceHeritage): [string, string][] {
  if (expression.type !== 'Identifier') throw new Error('an interface takes its columns from named ones')
  if (expression.name !== 'Omit') return [...columnsOf(expression.name)]
  const [of, left] = typeArguments?.params ?? []
  if (of?.type !== 'TSTypeReference' || of.typeName.type !== 'Identifier' || left?.type !== 'TSLiteralType')
    throw new Error('Omit leaves one named column of a named interface')
  const without = left.literal.type === 'Literal' ? left.literal.value : undefined
  return [...columnsOf(of.typeName.name)].filter(([column]) => column !== without)
}

const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

it('has in its tables, after every migration, the columns that their interfaces name and no others', async () => {
  const db = await openTestDatabase('pglite')
  const { rows } = await sql<{ table: string; column: string; nullable: boolean }>`
    select table_name as "table", column_name as "column", is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = 'public'`.execute(db.kysely)
  await db.cleanup()
  const inDatabase = rows
    .filter(({ table }) => !unnamed.has(table))
    .map(({ table, column, nullable }) => `${table}.${column}${nullable ? ' or null' : ''}`)
    .filter(column => !laxer.has(column))
  const inTypes = tables
    .flatMap(({ table, type }) =>
      [...columnsOf(type)].map(
        ([column, kind]) =>
          `${snake(table)}.${snake(column)}${kind.startsWith('Optional') ? ' or null' : ''}`,
      ),
    )
    .filter(column => column !== 'results.direct_link')
  expect(tables.length).toBeGreaterThan(15)
  expect(inTypes.toSorted()).toEqual(inDatabase.toSorted())
})
