/** A word of a text query. */
export interface Operand {
  word: string
  /** Any word that begins so. */
  isPrefix: boolean
  /** It must stand in a title, in keywords or in a teacher's name. */
  isNamed: boolean
}

/** A text query taken apart. */
export type QueryTree =
  | { kind: 'word'; operand: Operand }
  | { kind: 'all' | 'any'; parts: readonly QueryTree[] }

const parts = /'([^']*)'(?::(\*?)(ABC)?)?|[&|()]/g

/**
 * Takes a text query of `text-query.ts` apart as PostgreSQL does.
 * Errors: throws where parentheses or words are missing.
 */
export function parseQuery(query: string): QueryTree {
  const found = [...query.matchAll(parts)]
  let at = 0

  function parseAny(): QueryTree {
    return joined('any', '|', parseAll)
  }

  function parseAll(): QueryTree {
    return joined('all', '&', parseOne)
  }

  function joined(kind: 'all' | 'any', sign: string, parse: () => QueryTree): QueryTree {
    const first = parse()
    const all = [first]
    while (found[at]?.[0] === sign) {
      at += 1
      all.push(parse())
    }
    return all.length === 1 ? first : { kind, parts: all }
  }

  function parseOne(): QueryTree {
    const part = found[at]
    at += 1
    if (part?.[0] === '(') {
      const inside = parseAny()
      if (found[at]?.[0] !== ')') throw new Error(`a parenthesis stays open: ${query}`)
      at += 1
      return inside
    }
    if (part?.[1] === undefined) throw new Error(`a word is missing: ${query}`)
    const word = part[1]
    return { kind: 'word', operand: { word, isPrefix: part[2] === '*', isNamed: part[3] === 'ABC' } }
  }

  const tree = parseAny()
  if (at < found.length) throw new Error(`something follows the query: ${query}`)
  return tree
}

/** The words of a text query in its order. */
export function operandsOf(tree: QueryTree): Operand[] {
  return tree.kind === 'word' ? [tree.operand] : tree.parts.flatMap(operandsOf)
}
