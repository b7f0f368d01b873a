/**
 * Every table, under its name in camel case. The database stands below those who own tables, so each owner adds
 * its own here, in its `*.table.ts`.
 */
export interface Database {}
