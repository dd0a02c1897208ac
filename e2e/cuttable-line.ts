import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to the server that can be cut: whatever goes through it then breaks, and nothing new gets through. */
export interface CuttableLine {
  /** What to open instead of the server's own address. */
  address: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function layLine(): Promise<CuttableLine> {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(process.env['E2E_PORT']), '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => (isCut = false),
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
