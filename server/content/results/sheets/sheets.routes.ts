import { z } from 'zod'
import { apiPaths } from '#contract/paths.ts'
import {
  sheetArchiveSchema,
  sheetEncodingInputSchema,
  sheetInputSchema,
  sheetListQuerySchema,
  sheetListSchema,
  sheetSchema,
  staffSheetListQuerySchema,
  staffSheetListSchema,
  staffSheetSchema,
} from '#contract/resources/sheet.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { idParameters } from '#server/base/http/route-schemas.ts'
import { actorOf } from '#server/staff/session/request-actor.ts'
import type { SheetsService } from './sheets.service.ts'

const tags = ['results']
const keptUnder = ['results'] as const
const ofResult = apiPaths.resultSheets(':id')
const ofSheet = apiPaths.resultSheet(':id')

/** What everybody may read of the sheets in results' archives. Source: R4.1. */
export function openSheetRoutes(app: AppInstance, sheets: SheetsService): void {
  app.get(
    ofResult,
    {
      config: { keptUnder },
      schema: {
        tags,
        params: idParameters,
        querystring: sheetListQuerySchema,
        response: { 200: z.object({ data: sheetListSchema }) },
      },
    },
    async request => ({ data: await sheets.list(request.params.id, request.query) }),
  )
  app.get(
    ofSheet,
    {
      config: { keptUnder },
      schema: { tags, params: idParameters, response: { 200: z.object({ data: sheetSchema }) } },
    },
    async request => ({ data: await sheets.get(request.params.id) }),
  )
}

/** What staff may do with the sheets in a result's archive. Source: R4.3. */
export function staffSheetRoutes(app: AppInstance, sheets: SheetsService): void {
  const archiveAnswer = z.object({ data: sheetArchiveSchema })
  app.get(
    apiPaths.allResultSheets(':id'),
    {
      schema: {
        tags,
        params: idParameters,
        querystring: staffSheetListQuerySchema,
        response: { 200: z.object({ data: staffSheetListSchema }) },
      },
    },
    async request => ({ data: await sheets.listAll(request.params.id, request.query) }),
  )
  app.put(
    ofSheet,
    {
      schema: {
        tags,
        params: idParameters,
        body: sheetInputSchema,
        response: { 200: z.object({ data: staffSheetSchema }) },
      },
    },
    async request => ({ data: await sheets.update(request.params.id, request.body, actorOf(request)) }),
  )
  app.put(
    apiPaths.resultSheetEncoding(':id'),
    {
      schema: {
        tags,
        params: idParameters,
        body: sheetEncodingInputSchema,
        response: { 200: archiveAnswer },
      },
    },
    async request => ({
      data: await sheets.chooseEncoding(request.params.id, request.body, actorOf(request)),
    }),
  )
  app.post(
    apiPaths.resultSheetsOpening(':id'),
    { schema: { tags, params: idParameters, response: { 200: archiveAnswer } } },
    async request => ({ data: await sheets.reopen(request.params.id) }),
  )
}
