/**
 * Codes of the Open Supervised Device Protocol. Source: SIA OSDP v2.2 (IEC 60839-11-5), annex A
 * (commands, replies), table 47 (reasons of NAK) and annex B (capabilities), as libosdp has them
 * (`src/osdp_common.h`, `include/osdp.h`).
 */

/** What a controller asks of a reader. */
export const COMMANDS = {
  POLL: 0x60,
  ID: 0x61,
  CAP: 0x62,
  LSTAT: 0x64,
  RSTAT: 0x67,
  LED: 0x69,
  BUZ: 0x6a,
  COMSET: 0x6e,
} as const

/** What a reader answers. */
export const REPLIES = {
  ACK: 0x40,
  NAK: 0x41,
  PDID: 0x45,
  PDCAP: 0x46,
  LSTATR: 0x48,
  RSTATR: 0x4b,
  RAW: 0x50,
  KEYPAD: 0x53,
  COM: 0x54,
} as const

/** Why a command is not carried out. */
export const NAK = {
  length: 2,
  unknown: 3,
  sequence: 4,
  security: 5,
} as const

/** Any reader listens to this address. */
export const BROADCAST = 0x7f

/** Whether a message is a reply, in its address. */
export const REPLY_FLAG = 0x80
