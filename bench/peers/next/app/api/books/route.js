import { handleEndpoints } from 'payload'
import config from '../../../payload.config.mjs'

export const GET = request => handleEndpoints({ config, request })
