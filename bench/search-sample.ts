import fs from 'node:fs'
import path from 'node:path'
import type { BranchCode } from '#contract/codes/branches.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { SearchType } from '#contract/resources/search.ts'
import { isNews, type WordType } from '#server/search/language/words/word-type.ts'
import type { SearchDocument } from '#server/search/search-document.ts'
import type { JudgedQuery } from './search-metrics.ts'

interface SampleRecord {
  id: string
  title: string
  subject?: SubjectCode
  stage?: GradeCode
  branch?: BranchCode
  releaseYear?: number
  try?: number
  teacher?: string
  type?: string
  keywords?: string[]
  description?: string
  bio?: string
  content?: string
  image?: string
  createdAt: string
}

interface SampleCorpus {
  books: SampleRecord[]
  malazimas: SampleRecord[]
  exams: SampleRecord[]
  news: SampleRecord[]
}

export interface Sample {
  documents: SearchDocument[]
  queries: JudgedQuery[]
}

function documentOf(type: WordType, record: SampleRecord): SearchDocument {
  return {
    type: type as SearchType,
    id: record.id,
    title: record.title,
    subject: record.subject,
    stage: record.stage,
    branch: record.branch,
    year: record.releaseYear,
    round: record.try,
    teacher: record.teacher,
    newsType: isNews(type) ? record.type : null,
    keywords: record.keywords ?? [],
    body: [record.description, record.bio, record.content].filter(text => text !== undefined).join('\n'),
    image: record.image,
    createdAt: new Date(record.createdAt),
  }
}

function readJson(file: string): unknown {
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

/** Reads a judged set: `corpus.json` with the four kinds of record, `queries.json` with the judgements. */
export function readSample(directory: string): Sample {
  const corpus = readJson(path.join(directory, 'corpus.json')) as SampleCorpus
  const documents = [
    ...corpus.books.map(record => documentOf('book', record)),
    ...corpus.malazimas.map(record => documentOf('malazima', record)),
    ...corpus.exams.map(record => documentOf('ministerial-exam', record)),
    ...corpus.news.map(record => documentOf('news', record)),
  ]
  return { documents, queries: readJson(path.join(directory, 'queries.json')) as JudgedQuery[] }
}
