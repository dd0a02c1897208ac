// The library's own types describe no default export for Node, and not this file.
declare module '@messageformat/core' {
  interface MessageFormat {
    resolvedOptions(): { locale: string };
  }
  const MessageFormat: new (
    locale: string,
    options: { returnType: 'string' | 'values' },
  ) => MessageFormat;
  export default MessageFormat;
}
declare module '@messageformat/core/compile-module.js' {
  import type MessageFormat from '@messageformat/core';
  /** Returns the code of an ES module. */
  export default function compileModule(
    format: MessageFormat,
    messages: Record<string, string>,
  ): string;
}
