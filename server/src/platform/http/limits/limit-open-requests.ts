import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { concurrencyLimits } from '@roost/contract/rate-limits';
import type { Config } from '../../../kernel/config.ts';
import type { Metrics } from '../../../kernel/ports.ts';
import { RateLimited } from './rate-limiter.ts';
import { networkKey } from './network-key.ts';
import { OpenRequest, type RequestTimeouts } from './request-timeouts.ts';
import { SlotsPerAddress } from './connection-limiter.ts';
import { trustOf } from './request-address.ts';

/** A connection and the number of its unanswered requests. */
interface Connection {
  requests: number;
  /** Counts it against its address while it is idle. */
  wait(): void;
  stopWaiting(): void;
}

const connections = new WeakMap<Socket, Connection>();

/** Stops counting a connection against its address. It is now a member's socket, which counts by session and person. */
export function stopCounting(socket: Socket): void {
  connections.get(socket)?.stopWaiting();
}

/**
 * Limits how many connections and requests each address has open, and cuts off slow senders and readers. This applies to
 * every request before the server reads its body.
 */
export function limitOpenRequests(
  app: FastifyInstance,
  { config, metrics }: { config: Config; metrics: Metrics },
  timeouts: RequestTimeouts,
): void {
  const open = new Map<IncomingMessage, OpenRequest>();
  const slots = new SlotsPerAddress(config.rateLimits ? concurrencyLimits.openRequests : Infinity);
  metrics.addGauge(
    { name: 'http_requests_open', help: 'Requests that this process has not answered yet.' },
    () => open.size,
  );
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const [request, each] of open) {
      if (each.isOver()) open.delete(request);
      else if (each.isTooSlow(now, timeouts)) each.cut();
    }
  }, timeouts.sweepIntervalMs);
  app.addHook('onClose', async () => clearInterval(sweep));
  // After all other request listeners exist, because Socket.IO wraps the listeners that come before it.
  app.addHook('onReady', async () => {
    limitConnections(app.server, { config, metrics }, slots);
    app.server.prependListener('request', (request, response) => {
      const each = new OpenRequest(request, response);
      open.set(request, each);
      response.once('close', () => {
        if (each.isOver()) open.delete(request);
      });
    });
  });
  app.addHook('onRequest', ({ raw, ip }: FastifyRequest, reply, done) => {
    const slot = open.get(raw);
    if (!slot) return done();
    const key = networkKey(ip);
    if (!slots.take(key, slot)) {
      metrics.shedRequests.add('open_requests');
      throw new RateLimited({ limit: concurrencyLimits.openRequests, remaining: 0, reset: 2 });
    }
    reply.raw.once('close', () => slots.release(key, slot));
    return done();
  });
}

/** Counts idle connections too. A trusted proxy's connections do not count, because they carry many people's requests. */
function limitConnections(
  server: Server,
  { config, metrics }: { config: Config; metrics: Metrics },
  slots: SlotsPerAddress,
): void {
  const trusts = trustOf(config.trustProxy);
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (trusts?.(remoteAddress, 0)) return;
    const key = networkKey(remoteAddress);
    const slot = { isWaiting: () => true, cut: () => socket.destroy() };
    const connection: Connection = {
      requests: 0,
      wait() {
        if (socket.destroyed || slots.take(key, slot)) return;
        metrics.shedRequests.add('open_requests');
        socket.destroy();
      },
      stopWaiting: () => slots.release(key, slot),
    };
    connections.set(socket, connection);
    socket.once('close', () => connection.stopWaiting());
    connection.wait();
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.requests += 1;
    connection.stopWaiting();
    response.once('close', () => {
      connection.requests -= 1;
      if (connection.requests === 0) connection.wait();
    });
  });
}
