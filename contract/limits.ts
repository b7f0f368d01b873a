/** Every limit of the product by its name. A browser loads only those that its code names. */
export * as limits from './limit-numbers.ts'
