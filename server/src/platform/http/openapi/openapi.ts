import type { AnyEndpoint } from '@roost/contract/endpoint';
import { endpoints } from '@roost/contract/endpoints';
import { errors } from '@roost/contract/errors';
import { siteDefaults, tiers } from '@roost/contract/limits';
import { z } from 'zod';

const failure = {
  type: 'object',
  required: ['status', 'message', 'code'],
  properties: {
    status: { enum: ['fail', 'error'] },
    message: { type: 'string' },
    code: { enum: Object.keys(errors) },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    challenge: { type: 'string' },
    methods: { type: 'array', items: { type: 'string' } },
  },
};

/** The OpenAPI 3.1 description of every endpoint, made from the contract. */
export function describeApi() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: siteDefaults.name,
      version: '1',
      description: 'Every call takes the session cookie; see each for its limits.',
    },
    paths,
    components: {
      schemas: { Failure: failure },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'roost' } },
    },
  };
}

function describe(endpoint: AnyEndpoint) {
  const success = {
    description: 'Success',
    content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
  };
  const type = endpoint.encoding === 'multipart' ? 'multipart/form-data' : 'application/json';
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2]],
    security: endpoint.auth === 'member' ? [{ session: [] }] : [],
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...keyHeader(endpoint),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: {
          [type]: { schema: withFiles(schemaOf(endpoint.body, 'input'), endpoint.files) },
        },
      },
    }),
    responses: {
      [String(endpoint.status ?? 200)]: success,
      ...(endpoint.isPending && { 202: { ...success, description: 'Accepted, but not done yet' } }),
      default: {
        description: 'Failure',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  };
}

/** Adds the files of a form to the schema of its fields, as binary strings. */
function withFiles(schema: Record<string, unknown>, files: AnyEndpoint['files'] = {}) {
  const bytes = { type: 'string', format: 'binary', maxLength: tiers.premium.videoBytes };
  const properties = Object.entries(files).map(([name, most]) => [
    name,
    most === 1 ? bytes : { type: 'array', items: bytes, maxItems: most },
  ]);
  return {
    ...schema,
    properties: { ...(schema['properties'] as object), ...Object.fromEntries(properties) },
  };
}

function parameters(location: 'path' | 'query', schema: z.ZodObject | undefined) {
  return Object.entries(schema?.shape ?? {}).map(([name, value]) => ({
    name,
    in: location,
    required: location === 'path',
    schema: schemaOf(value as z.ZodType, 'input'),
  }));
}

function keyHeader(endpoint: AnyEndpoint) {
  const takesKey =
    endpoint.method === 'POST' &&
    endpoint.auth === 'member' &&
    !endpoint.isRepeatable &&
    !endpoint.hasSecrets;
  return takesKey
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 200 },
        },
      ]
    : [];
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}
