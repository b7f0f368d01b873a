const version = { type: 'string', enum: ['1.0.0'] }
const offset = { type: 'integer', minimum: 0 }

function headers(properties: Record<string, object>) {
  return {
    type: 'object',
    properties: { 'Tus-Resumable': version, ...properties },
    required: ['Tus-Resumable', ...Object.keys(properties)],
  }
}

const nothing = { type: 'null' }

/** What the API document says of the calls that the tus server answers. Source: tus 1.0. */
export const protocolNotes = {
  create: {
    headers: headers({
      'Upload-Length': { type: 'integer', minimum: 1 },
      'Upload-Metadata': { type: 'string', description: 'name و kind، ثم sha256 إن عُرفت؛ كل قيمة base64' },
    }),
    answers: { 201: nothing },
    answerHeaders: { Location: { type: 'string' } },
  },
  ask: {
    headers: headers({}),
    answers: { 200: nothing },
    answerHeaders: { 'Upload-Offset': offset, 'Upload-Length': offset },
  },
  append: {
    headers: headers({ 'Upload-Offset': offset }),
    body: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
    answers: { 204: nothing },
    answerHeaders: { 'Upload-Offset': offset },
  },
  remove: { headers: headers({}), answers: { 204: nothing } },
}
