/** Receives UPDATE (RFC 3311), which sip.js doesn't know. */
import {
  Dialog,
  NonInviteServerTransaction,
  SessionDialog,
  SignalingState,
  UserAgentServer,
} from 'sip.js/lib/core/index.js'
import type {
  IncomingRequest,
  IncomingRequestMessage,
  NameAddrHeader,
  UserAgentCore,
} from 'sip.js/lib/core/index.js'

export type UpdateHandler = (
  request: Pick<IncomingRequest, 'message' | 'accept' | 'reject'>,
) => void

/** @param handlerOf who answers for an established call; undefined before it is answered */
export function receiveUpdate(
  core: UserAgentCore,
  message: IncomingRequestMessage,
  handlerOf: (dialog: Dialog) => UpdateHandler | undefined,
): void {
  if (core.userAgentServers.has(message.viaBranch)) {
    // It comes again, and gets the same response.
    core.receiveIncomingRequestFromTransport(message)
    return
  }
  const dialog = core.dialogs.get(`${message.callId}${message.toTag}${message.fromTag}`)
  if (!(dialog instanceof SessionDialog)) {
    core.replyStateless(message, { statusCode: 481 })
    return
  }
  if ((dialog.remoteSequenceNumber ?? 0) >= message.cseq) {
    core.replyStateless(message, { statusCode: 500 })
    return
  }
  // What all dialogs do with requests, and no kind of session: it notes the number.
  Dialog.prototype.receiveRequest.call(dialog, message)
  followContact(dialog, message)
  const request = new UserAgentServer(NonInviteServerTransaction, core, message)
  const handler = handlerOf(dialog)
  if (handler) handler(request)
  else answerEarly(request, dialog)
}

/** The other side may have moved (RFC 3311 §5.2). */
function followContact(dialog: SessionDialog, message: IncomingRequestMessage): void {
  const contact = message.parseHeader('contact') as NameAddrHeader | undefined
  if (contact) dialog['dialogState'].remoteTarget = contact.uri
}

/** Before the call is answered, an offer has to wait for the answer to the last one. */
function answerEarly(request: UserAgentServer, dialog: SessionDialog): void {
  if (request.message.body === '') request.accept()
  else if (dialog.signalingState === SignalingState.HaveRemoteOffer) {
    request.reject({ statusCode: 500, extraHeaders: ['Retry-After: 5'] })
  } else request.reject({ statusCode: 491 })
}
