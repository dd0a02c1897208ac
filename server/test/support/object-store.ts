import { once } from 'node:events';
import { createServer } from 'node:net';
import S3rver from 's3rver';

export interface ObjectStore {
  endpoint: string;
  /** The settings with which the application stores its media there. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** Starts an S3 server with one bucket, stored in this folder. */
export async function startObjectStore(directory: string): Promise<ObjectStore> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  const store = new S3rver({
    port,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'roost' }],
  });
  await store.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const keys = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' };
  return {
    endpoint,
    // The key of this store is too short to become one.
    env: {
      S3_BUCKET: 'roost',
      S3_ENDPOINT: endpoint,
      ...keys,
      SHARED_SECRET: 'north of the reeds',
    },
    close: () => store.close(),
  };
}
