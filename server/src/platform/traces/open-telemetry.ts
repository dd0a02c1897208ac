import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
  type Context,
  type Link,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { OpenSpan, SpanOptions, Traces } from '../../kernel/ports.ts';

/** Finished spans that wait for the collector. More of them are lost, so a collector that is away costs no more memory. */
const MAX_WAITING_SPANS = 4_096;
const SPANS_PER_EXPORT = 512;
const EXPORT_EVERY_MS = 2_000;
/** How long one export may take, with its repetitions. */
const EXPORT_TIMEOUT_MS = 3_000;
/** How long the end of the process waits for the last exports. */
const CLOSE_TIMEOUT_MS = 4_000;
/** Milliseconds between two warnings about the collector. */
const WARNING_INTERVAL_MS = 60_000;

interface TraceOptions {
  endpoint: string;
  service: string;
  share: number;
  process: number | undefined;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  producer: SpanKind.PRODUCER,
};

/**
 * Traces by the SDK of OpenTelemetry. It registers nothing globally: the running span is in a storage of its own. So several
 * apps of one process do not share it.
 */
export class OpenTelemetryTraces implements Traces {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #running = new AsyncLocalStorage<Context>();

  constructor({ endpoint, service, share, process }: TraceOptions, log: Logger) {
    const exporter = new OTLPTraceExporter({
      url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
      timeoutMillis: EXPORT_TIMEOUT_MS,
      // While one batch is under way, the others wait.
      concurrencyLimit: MAX_WAITING_SPANS / SPANS_PER_EXPORT,
    });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.name': service,
        'service.instance.id': randomUUID(),
        ...(process !== undefined && { 'roost.process': process }),
      }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: warningExporter(exporter, log),
          maxQueueSize: MAX_WAITING_SPANS,
          maxExportBatchSize: SPANS_PER_EXPORT,
          scheduledDelayMillis: EXPORT_EVERY_MS,
          exportTimeoutMillis: EXPORT_TIMEOUT_MS + 500,
        }),
      ],
    });
    this.#tracer = this.#provider.getTracer('roost');
  }

  current(): string | undefined {
    const span = trace.getSpanContext(this.#running.getStore() ?? ROOT_CONTEXT);
    if (!span) return undefined;
    const flags = (span.traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0');
    return `00-${span.traceId}-${span.spanId}-${flags}`;
  }

  begin(name: string, { kind, facts = {}, parent, links = [] }: SpanOptions): OpenSpan {
    const context =
      parent === 'running' ? (this.#running.getStore() ?? ROOT_CONTEXT) : contextOf(parent);
    const options = { kind: kinds[kind], attributes: facts, links: links.flatMap(linkOf) };
    const span = this.#tracer.startSpan(name, options, context);
    const inside = trace.setSpan(context, span);
    return {
      run: (work) => this.#running.run(inside, work),
      end: (more, error) => endSpan(span, more, error),
    };
  }

  async inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
    const span = this.begin(name, options);
    try {
      const done = await span.run(work);
      span.end();
      return done;
    } catch (error) {
      span.end({}, error);
      throw error;
    }
  }

  async close(): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
    // The exporter has logged a failure.
    await Promise.race([this.#provider.shutdown().catch(() => {}), late]);
    clearTimeout(timer);
  }
}

/** The message of an error may contain names and texts, so only its kind is kept. */
function endSpan(span: Span, facts: OpenSpanFacts = {}, error?: unknown): void {
  span.setAttributes(facts);
  if (error !== undefined) {
    const { code, name } = error as { code?: string | number; name?: string };
    span.setAttribute('error.type', String(code ?? name ?? 'unknown'));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}
type OpenSpanFacts = Parameters<OpenSpan['end']>[0];

function contextOf(traceparent: string | undefined): Context {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}

function linkOf(traceparent: string): Link[] {
  const context = parseTraceParent(traceparent);
  return context ? [{ context }] : [];
}

/** Logs that the collector is away, at most once a minute. */
function warningExporter(exporter: SpanExporter, log: Logger): SpanExporter {
  let warnedAt = -Infinity;
  const warn = ({ code, error }: ExportResult) => {
    if (code === ExportResultCode.SUCCESS || performance.now() - warnedAt < WARNING_INTERVAL_MS)
      return;
    warnedAt = performance.now();
    log.warn({ err: error }, 'traces not delivered to their collector');
  };
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        warn(result);
        done(result);
      }),
    shutdown: async () => exporter.shutdown(),
  };
}
