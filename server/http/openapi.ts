import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { apiPaths } from '#contract/paths.ts'
import type { AppInstance } from './app-instance.ts'

/** Collects every API route with its schemas into one OpenAPI document. Call before the routes are registered. */
export async function collectOpenApi(app: AppInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'رافد', description: 'واجهة برمجة منصة رافد التعليمية', version: '1' },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'rafid_session' },
          csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
        },
      },
    },
    transform: ({ schema, url, ...rest }) => {
      const isHidden = !url.startsWith('/api/')
      return jsonSchemaTransform({ ...rest, url, schema: isHidden ? { ...schema, hide: true } : schema })
    },
  })
}

/** Registers the OpenAPI document, for the staff scope. */
export function staffOpenApiRoutes(app: AppInstance): void {
  app.get(apiPaths.openApi, { schema: { hide: true } }, async () => app.swagger())
}
