import { createContext } from 'react'

/** Whether somebody asked to be sent little (`Save-Data`): then covers are drawn and lists have no pictures. Source: P14.4. */
export const LightContext = createContext(false)
