import type { FastifyInstance } from 'fastify';
import type { OpenSpan, Traces } from '../../kernel/ports.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | null;
  }
}

/**
 * One span for each request, named by its route's pattern, because paths and queries contain names and ids. It begins a trace of its
 * own: a `traceparent` of a stranger could join the traces of others, or make every request a recorded one.
 */
export function traceRequests(app: FastifyInstance, traces: Traces): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route = 'none', logLevel } = request.routeOptions;
    // Health checks come every second, and nobody looks for them.
    if (logLevel === 'silent') return done();
    const span = traces.begin(`${request.method} ${route}`, {
      kind: 'server',
      parent: undefined,
      facts: {
        'http.request.method': request.method,
        'http.route': route,
        // The log has it, too: it leads from a line to its trace.
        'roost.request_id': request.id,
      },
    });
    request.span = span;
    return span.run(done);
  });
  // The events of a body belong to its connection. After them, the span must be entered again.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done);
    else done();
  });
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const facts = { 'http.response.status_code': statusCode };
    request.span?.end(facts, statusCode >= 500 ? { code: statusCode } : undefined);
    done();
  });
}
