import type { AccountValues } from './account-values.ts'

/** The parts of an account's form. B §2. */
export const PARTS = ['general', 'network', 'proxies', 'video', 'advanced'] as const
export type Part = (typeof PARTS)[number]

const FIELDS: Record<Part, readonly (keyof AccountValues | 'proxies')[]> = {
  general: [
    'type',
    'name',
    'enabled',
    'isDefault',
    'autoAnswer',
    'userId',
    'password',
    'removePassword',
    'domain',
    'registrar',
  ],
  network: [
    'transport',
    'encryption',
    'certificate',
    'verifyServer',
    'sips',
    'preferIPv6',
    'secondary',
    'secondaryDomain',
    'secondaryRegistrar',
  ],
  // The list, which is no part of the form.
  proxies: ['proxies'],
  video: ['resolution', 'frameRate', 'camera'],
  advanced: ['authenticationId', 'callerId'],
}

/** The parts that have one of these fields. */
export const partsWith = (fields: readonly string[]): Part[] =>
  PARTS.filter((part) => FIELDS[part].some((field) => fields.includes(field)))
