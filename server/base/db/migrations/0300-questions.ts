import { type Kysely, sql } from 'kysely'

/** Makes the tables of the questions of exams: what was cut, which ask the same, and what staff have said of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table exam_question_cuts (
      exam_id text collate "C" primary key references exams (id) on delete cascade,
      cutter_version int not null
    )`.execute(db)
  await sql`
    create table exam_questions (
      id int generated always as identity primary key,
      exam_id text collate "C" not null references exams (id) on delete cascade,
      label text collate "C" not null,
      place int not null,
      page int not null,
      text text not null,
      is_compared boolean not null default false,
      group_key text collate "C",
      unique (exam_id, label)
    )`.execute(db)
  await sql`create index exam_questions_group on exam_questions (group_key) where group_key is not null`.execute(
    db,
  )
  await sql`
    create table question_pairs (
      one_id int not null references exam_questions (id) on delete cascade,
      other_id int not null references exam_questions (id) on delete cascade,
      primary key (one_id, other_id)
    )`.execute(db)
  await sql`create index question_pairs_other on question_pairs (other_id)`.execute(db)
  await sql`
    create table question_verdicts (
      one_exam text collate "C" not null,
      one_label text collate "C" not null,
      other_exam text collate "C" not null,
      other_label text collate "C" not null,
      is_same boolean not null,
      primary key (one_exam, one_label, other_exam, other_label)
    )`.execute(db)
}
