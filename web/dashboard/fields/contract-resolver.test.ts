import { expect, it } from 'vitest'
import { z } from 'zod'
import { contractResolver } from './contract-resolver.ts'

const options = { fields: {}, shouldUseNativeValidation: false }
const schema = z.object({ files: z.array(z.string()).min(1) })

it('refuses values that could be saved while a field is undecided', async () => {
  const values = { files: ['a'] }
  expect(await contractResolver(schema)(values, undefined, options)).toEqual({ values, errors: {} })
  const held = contractResolver(schema, new Map([['files', 'قرر أولاً']]))
  for (const files of [['a'], []]) {
    const { errors } = await held({ files }, undefined, options)
    expect(errors).toMatchObject({ files: { type: 'contract', message: 'قرر أولاً' } })
  }
})
