/** The id of the list of options that the input of the search dialog drives. */
export const listId = 'search-options'
/** The id of the list of pages below them, through which the same arrows go. */
export const insideListId = 'search-pages'

/** The id of an option, by its place in the list as it is shown. */
export function optionId(index: number): string {
  return `search-option-${index}`
}
