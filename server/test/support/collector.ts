import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll } from 'vitest';

/** A span as a collector gets it (OTLP/JSON). */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
  links?: { traceId: string }[];
  status: { code?: number };
}

interface Export {
  resourceSpans: {
    resource: { attributes: CollectedSpan['attributes'] };
    scopeSpans: { spans: CollectedSpan[] }[];
  }[];
}

/** A collector of traces on this machine. */
export class Collector {
  readonly spans: CollectedSpan[] = [];
  readonly services: string[] = [];
  readonly paths: string[] = [];
  readonly #server = createServer((request, response) => {
    void json(request).then((body) => {
      this.paths.push(String(request.url));
      for (const { resource, scopeSpans } of (body as Export).resourceSpans) {
        this.services.push(String(factsOf(resource)['service.name']));
        this.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });

  static async start(): Promise<Collector> {
    const collector = new Collector();
    collector.#server.listen(0, '127.0.0.1');
    await once(collector.#server, 'listening');
    afterAll(() => {
      collector.#server.close();
      collector.#server.closeAllConnections();
    });
    return collector;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The spans from the one that began the trace down to this one. */
  pathTo(span: CollectedSpan): CollectedSpan[] {
    const above = this.spans.find(({ spanId }) => spanId === span.parentSpanId);
    return above ? [...this.pathTo(above), span] : [span];
  }

  below(span: CollectedSpan): CollectedSpan[] {
    return this.spans.filter(({ parentSpanId }) => parentSpanId === span.spanId);
  }
}

export function factsOf({
  attributes,
}: Pick<CollectedSpan, 'attributes'>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
