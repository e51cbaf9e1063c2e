import { isIPv6 } from 'node:net'
import type { Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import type { NodemailerError, SMTPSentMessageInfo } from 'nodemailer'
import type { ActionFailureReason } from '@lintel/contract/calls/recipients'
import { ActionFailure } from '../action-rules/types.ts'
import type { Attachment } from '../action-rules/types.ts'
import { connect, serverOf } from './connection.ts'
import { failureOf, reasonOfCode } from './failures.ts'
import type { RecipientKind, Task } from './recipient.ts'
import { fileNameOf } from './upload.ts'

interface Mail {
  subject: string
  message: string
  attachments: readonly Attachment[]
}

/** Replies that have another meaning than that the mail was refused (RFC 5321, RFC 4954). */
const REPLIES: Readonly<Record<number, ActionFailureReason>> = {
  430: 'signIn',
  432: 'signIn',
  452: 'noSpace',
  454: 'signIn',
  530: 'signIn',
  534: 'signIn',
  535: 'signIn',
  538: 'signIn',
  552: 'noSpace',
}

/** By code of nodemailer. */
const CODES: Readonly<Record<string, ActionFailureReason>> = {
  EAUTH: 'signIn',
  ETLS: 'protocol',
  EPROTOCOL: 'protocol',
  ECONNECTION: 'unreachable',
  ESOCKET: 'unreachable',
  ETIMEDOUT: 'timeout',
  EENVELOPE: 'notPossible',
  EMESSAGE: 'refused',
}

async function sendMail(task: Task, mail: Mail): Promise<string> {
  const socket = await connect(serverOf(task), task.signal)
  try {
    const { value, device } = task
    const sent = await transportOver(socket, task).sendMail({
      from: value('email_from').trim(),
      to: addressesIn(value('email_to')),
      subject: mail.subject,
      text: mail.message,
      date: new Date(device.now()),
      xMailer: false,
      attachments: mail.attachments.map(({ path, contentType, bytes }) => ({
        filename: fileNameOf(path),
        contentType,
        content: Buffer.from(bytes),
      })),
    })
    return answerIn(sent)
  } catch (cause) {
    throw mailFailure(cause)
  } finally {
    socket.destroy()
  }
}

function transportOver(connection: Socket, { value, device }: Task) {
  const { host } = serverOf({ value })
  const encryption = value('encryption')
  const user = value('login')
  return createTransport({
    host,
    connection,
    name: `[${addressOf(connection)}]`,
    secure: encryption === 'ssl',
    requireTLS: encryption === 'tls',
    ignoreTLS: encryption === 'none',
    ...(encryption !== 'none' && { tls: device.tls(host, value('validate_server_cert') !== '0') }),
    ...(user !== '' && { auth: { user, pass: value('password') } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** As a mail client without a domain introduces itself (RFC 5321 §4.1.3). */
function addressOf({ localAddress = '127.0.0.1' }: Socket): string {
  return isIPv6(localAddress) ? `IPv6:${localAddress}` : localAddress
}

/** Addresses, separated by commas or semicolons. */
const addressesIn = (list: string): string[] =>
  list
    .split(/[,;]/)
    .map((address) => address.trim())
    .filter((address) => address !== '')

/** The server's last reply, after those who don't get the mail although others do. */
function answerIn({ response, rejected }: SMTPSentMessageInfo): string {
  return rejected.length === 0 ? response : `not to ${rejected.join(', ')}; ${response}`
}

function mailFailure(cause: unknown): ActionFailure {
  if (cause instanceof ActionFailure || !(cause instanceof Error)) return failureOf(cause)
  const error: NodemailerError & { originalCode?: string } = cause
  const reason = reasonOf(error) ?? 'protocol'
  return new ActionFailure(reason, error.response ?? failureOf(cause).detail)
}

function reasonOf({
  code = '',
  originalCode = '',
  response,
  responseCode,
}: NodemailerError & { originalCode?: string }): ActionFailureReason | undefined {
  // A refused sign-in has a reply, too.
  if (code === 'EAUTH') return CODES[code]
  // 454 means something else then (RFC 3207 §4).
  if (code === 'ETLS' && response) return 'refused'
  if (responseCode !== undefined && responseCode >= 400) return REPLIES[responseCode] ?? 'refused'
  if (response !== undefined) return 'protocol'
  return reasonOfCode(originalCode) ?? CODES[code]
}

export const smtp: RecipientKind = {
  send: (task, { subject, message, attachments }) =>
    sendMail(task, { subject, message, attachments }),
  test: (task) =>
    sendMail(task, {
      subject: 'Lintel test',
      message: `This is a test of ${task.device.name()}.`,
      attachments: [],
    }),
}
