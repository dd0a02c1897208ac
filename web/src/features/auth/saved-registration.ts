import { hasFields, storedJson } from '../../lib/storage.ts';
import { REGISTRATION_KEY } from './session.ts';

/** The fields that are saved. Neither the password nor an invite is among them, because both let somebody in. */
const names = ['username', 'email', 'fullName', 'reason'] as const;

/** The typed fields, for a person who reads the terms or changes the language. They last until another page shows. */
const stored = storedJson('sessionStorage', REGISTRATION_KEY, (value) =>
  hasFields<Record<string, unknown>>(value, {}) ? harmless(value) : undefined,
);

function harmless(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (typeof fields[name] === 'string' ? [[name, fields[name]]] : [])),
  );
}

export const savedRegistration = (): Record<string, string> => stored.read() ?? {};

export function saveRegistration(fields: Record<string, string>): void {
  stored.write(harmless(fields));
}

export function forgetRegistration(): void {
  stored.write(undefined);
}
