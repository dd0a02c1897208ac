import pg from 'pg';
import { MIN_ID } from '../../server/src/platform/database/id-bounds.ts';

const BATCH_SIZE = 1_000;

interface Row {
  id: string;
  files: { name: string }[];
}

/** Lists the files that the rows of media name, as `<id>/<name>`. */
export async function* listNamedFiles(client: pg.Client): AsyncGenerator<string> {
  let last = MIN_ID;
  for (;;) {
    const { rows } = await client.query<Row>(
      'select id, files from media where id > $1 order by id limit $2',
      [last, BATCH_SIZE],
    );
    for (const { id, files } of rows) for (const { name } of files) yield `${id}/${name}`;
    if (rows.length < BATCH_SIZE) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Opens a connection. If it is lost, the next statement says so. */
export async function connect(options: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(options);
  client.on('error', () => {});
  await client.connect();
  return client;
}
