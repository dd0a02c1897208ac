import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { MAX_ID } from '../../platform/database/id-bounds.ts';
import { exec, one, rows, type Row } from '../../platform/database/query.ts';
import type { RowRange } from '../../platform/http/paging/paging.ts';

const appealRow = {
  id: 'uuid',
  decision_id: 'uuid',
  person_id: 'uuid',
  text: 'text',
  created_at: 'timestamptz',
  decided_at: 'timestamptz?',
  upheld: 'bool?',
  moderator_id: 'uuid?',
  note: 'text',
  message: 'text',
} as const;
export type AppealRow = Row<typeof appealRow>;

const columns = sql`id, decision_id, person_id, text, created_at, decided_at, upheld, moderator_id, note, message`;

/** Inserts an appeal. Returns false if there was one against this decision before. */
export async function insertAppeal(
  ctx: Context,
  appeal: { id: string; decisionId: string; personId: string; text: string },
): Promise<boolean> {
  const inserted = await exec(
    ctx.db,
    sql`insert into appeals (id, decision_id, person_id, text)
      values (${appeal.id}, ${appeal.decisionId}, ${appeal.personId}, ${appeal.text})
      on conflict (decision_id) do nothing`,
  );
  return inserted > 0;
}

/** Finds an appeal, and locks it until the end of the transaction. */
export async function lockAppeal(ctx: Context, id: string): Promise<AppealRow | undefined> {
  return one(ctx.db, appealRow, sql`select ${columns} from appeals where id = ${id} for update`);
}

/** Lists appeals, the newest first. Leaves out those of concealed people. */
export async function listAppealRows(
  ctx: Context,
  isOpen: boolean | null,
  concealed: string[],
  page: RowRange<string>,
): Promise<AppealRow[]> {
  const filter =
    isOpen === null
      ? sql``
      : isOpen
        ? sql`and decided_at is null`
        : sql`and decided_at is not null`;
  return rows(
    ctx.db.reads,
    appealRow,
    sql`select ${columns} from appeals where id < ${page.after ?? MAX_ID} and person_id <> all(${concealed}::uuid[]) ${filter}
      order by id desc limit ${page.limit} offset ${page.offset}`,
  );
}

export async function setOutcome(
  ctx: Context,
  id: string,
  outcome: { upheld: boolean; moderatorId: string; note: string; message: string },
): Promise<void> {
  await ctx.db
    .updateTable('appeals')
    .set({
      decided_at: sql<Date>`now()`,
      upheld: outcome.upheld,
      moderator_id: outcome.moderatorId,
      note: outcome.note,
      message: outcome.message,
    })
    .where('id', '=', id)
    .execute();
}
