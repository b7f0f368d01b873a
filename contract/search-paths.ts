/* Apart from all others: the dialog of the search knows these, and is counted by the byte. */

/** The page of the search. */
export const searchPath = '/search'
/** Its call. */
export const searchCall = '/api/search'
/** The pages of the grades begin so. */
export const gradePath = '/grade/'
