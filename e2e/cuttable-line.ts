import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to the server that can be cut: whatever goes through it then breaks, and nothing new gets through. */
export interface CuttableLine {
  /** What to open instead of the server's own address. */
  address: string;
  cut(): void;
  /** From now on what is said goes through, and no answer comes back; what is held is lost with the next cut. */
  holdAnswers(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function layLine(): Promise<CuttableLine> {
  const open = new Set<Socket>();
  /** From the server. */
  const far = new Set<Socket>();
  let isCut = false;
  const line = createServer((near) => {
    if (isCut) return near.destroy();
    const server = connect(Number(process.env['E2E_PORT']), '127.0.0.1');
    far.add(server);
    server.on('close', () => far.delete(server));
    for (const [one, other] of [
      [near, server],
      [server, near],
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
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    address: `http://localhost:${(line.address() as AddressInfo).port}`,
    cut,
    holdAnswers: () => {
      for (const server of far) server.unpipe().pause();
    },
    mend: () => (isCut = false),
    close: async () => {
      cut();
      await new Promise((resolve) => line.close(resolve));
    },
  };
}
