/**
 * Who may make which call: `'<while there is no root password> | <from then on>'`.
 *
 * n is a caller without credentials, v a viewer, o an operator, a an administrator; `-` in a caller's
 * place means refused. Written down from the specifications and the public documentation of the
 * interface, not taken from the declarations, so that the tests compare two independent statements.
 */
export const ACCESS_TABLE: Readonly<Record<string, string>> = {
  // Accounts (A §6, A §7 Users and identity). The first account is made without credentials (SETUP-01).
  'pwdgrp.add': 'nvoa | ---a',
  'pwdgrp.get': '---a | ---a',
  'pwdgrp.update': '---a | ---a',
  'pwdgrp.remove': '---a | ---a',
  usergroup: '-voa | -voa',
  // Asked before anybody can sign in: which page to show, and the product's name on it (SHELL-13).
  rootpwdsetvalue: 'nvoa | nvoa',
  getbrand: 'nvoa | nvoa',
  systemready: 'nvoa | nvoa',
  'systemready.getSupportedVersions': 'nvoa | nvoa',
  'session.signIn': 'nvoa | nvoa',

  // What clients ask first. Public documentation: discovery and the unrestricted properties are anonymous.
  'apidiscovery.getApiList': 'nvoa | nvoa',
  'apidiscovery.getSupportedVersions': 'nvoa | nvoa',
  'basicdeviceinfo.getAllUnrestrictedProperties': 'nvoa | nvoa',
  'basicdeviceinfo.getSupportedVersions': 'nvoa | nvoa',
  'basicdeviceinfo.getAllProperties': '--oa | --oa',
  'basicdeviceinfo.getProperties': '--oa | --oa',
  'session.signOut': 'nvoa | nvoa',

  // ONVIF accounts and the services' descriptions.
  'onvif.getUsers': '---a | ---a',
  'onvif.createUsers': '---a | ---a',
  'onvif.setUser': '---a | ---a',
  'onvif.deleteUsers': '---a | ---a',
  'wsdl.devicemgmt': '---a | ---a',
  'wsdl.webserver': '---a | ---a',
  'wsdl.certificates': '---a | ---a',
  // ONVIF Core: access class PRE_AUTH, as a client needs the time to sign its first message.
  'onvif.getTime': 'nvoa | nvoa',

  // Schedules. Public documentation: operators read them, administrators change them.
  'schedules.getAll': '--oa | --oa',
  'schedules.add': '---a | ---a',
  'schedules.remove': '---a | ---a',
  'wsdl.events': '--oa | --oa',

  // Applications (B §7 Apps, APPS-01). Public documentation: security level administrator.
  'applications.list': '---a | ---a',
  'applications.control': '---a | ---a',
  'applications.upload': '---a | ---a',
  'applications.uploadLicenseKey': '---a | ---a',
  'applications.removeLicenseKey': '---a | ---a',
  'applications.conditions': '---a | ---a',
  'oak.getOAK': '---a | ---a',

  // Disks. Public documentation: operators look at them, check and repair them, administrators change them.
  'disks.list': '--oa | --oa',
  'disks.capabilities': '--oa | --oa',
  'disks.mount': '---a | ---a',
  'disks.format': '---a | ---a',
  'disks.check': '--oa | --oa',
  'disks.repair': '--oa | --oa',
  'disks.job': '--oa | --oa',
  'disks.lock': '---a | ---a',
  'diskproperties.schemaVersions': '---a | ---a',
  'diskproperties.enableEncryption': '---a | ---a',
  'diskproperties.disableEncryption': '---a | ---a',
  'diskproperties.changePassphrase': '---a | ---a',
  // Network shares: operators use and check those that administrators have added.
  'networkshare.schemaVersions': '---a | ---a',
  'networkshare.list': '---a | ---a',
  'networkshare.add': '---a | ---a',
  'networkshare.remove': '---a | ---a',
  'networkshare.bind': '--oa | --oa',
  'networkshare.unbind': '--oa | --oa',
  'networkshare.test': '--oa | --oa',
  'networkshare.job': '--oa | --oa',
  // Whoever may ask for a job by its id.
  'storage.jobs': '--oa | --oa',
  // They show who rings.
  'pictures.list': '---a | ---a',
  'pictures.get': '---a | ---a',
  'pictures.remove': '---a | ---a',

  // Parameters: open to whoever may read or change at least one; each parameter has rights of its own.
  'param.list': '-voa | -voa',
  'param.listdefinitions': '-voa | -voa',
  'param.update': '-voa | -voa',
  'param.add': '--oa | --oa',
  'param.remove': '--oa | --oa',

  // Maintenance (A §7): /maintenance is for administrators.
  restart: '---a | ---a',
  factorydefault: '---a | ---a',
  hardfactorydefault: '---a | ---a',
  'firmware.status': '---a | ---a',
  'firmware.getSupportedVersions': '---a | ---a',
  'firmware.upgrade': '---a | ---a',
  'firmware.rollback': '---a | ---a',
  'firmware.rollbackSettings': '---a | ---a',
  'firmware.commit': '---a | ---a',
  'firmware.purge': '---a | ---a',
  'firmware.reboot': '---a | ---a',
  'firmware.factoryDefault': '---a | ---a',

  // Reports hold accounts and addresses of everything the device talks to.
  serverreport: '---a | ---a',
  crashreport: '---a | ---a',
  systemlog: '---a | ---a',

  // Network. UPnP control points have no credentials (UPnP Device Architecture 1.1 §2.3).
  pingtest: '-voa | -voa',
  'upnp.description': 'nvoa | nvoa',
  // Public documentation: administrators, also to read.
  'networksettings.getNetworkInfo': '---a | ---a',
  'networksettings.getSupportedVersions': '---a | ---a',
  'networksettings.setHostnameConfiguration': '---a | ---a',
  'networksettings.setResolverConfiguration': '---a | ---a',
  'networksettings.setIPv4AddressConfiguration': '---a | ---a',
  'networksettings.setIPv6AddressConfiguration': '---a | ---a',
  'ntp.getNTPInfo': '---a | ---a',
  'ntp.getSupportedVersions': '---a | ---a',
  'ntp.setNTPClientConfiguration': '---a | ---a',

  // A confirmation arrives at another address, where the browser is not signed in; its ticket is its right.
  'trial.confirm': 'nvoa | nvoa',
  'trial.start': '---a | ---a',
  'trial.webServer': '---a | ---a',
  'trial.state': '---a | ---a',
  'trial.dismiss': '---a | ---a',
  'trial.address': '---a | ---a',
  'system.addressAfterReset': '---a | ---a',

  // Web server and certificates (A §7 SOAP): /network-security and /certificates are for administrators.
  'webserver.getTls': '---a | ---a',
  'webserver.setTls': '---a | ---a',
  'certificates.list': '---a | ---a',
  'certificates.getAll': '---a | ---a',
  'certificates.getCa': '---a | ---a',
  'certificates.status': '---a | ---a',
  'certificates.information': '---a | ---a',
  'certificates.create': '---a | ---a',
  'certificates.createOnvif': '---a | ---a',
  'certificates.request': '---a | ---a',
  'certificates.requestOnvif': '---a | ---a',
  'certificates.load': '---a | ---a',
  'certificates.loadCa': '---a | ---a',
  'certificates.loadSigned': '---a | ---a',
  'certificates.loadPkcs12': '---a | ---a',
  'certificates.delete': '---a | ---a',
  'certificates.listSets': '---a | ---a',
  'certificates.getSet': '---a | ---a',
  'certificates.setSet': '---a | ---a',

  // Date and time: everybody reads, administrators set.
  'date.get': '-voa | -voa',
  'date.getdate': '-voa | -voa',
  'date.gettime': '-voa | -voa',
  'date.set': '---a | ---a',
  'time.getAll': '-voa | -voa',
  'time.getDateTimeInfo': '-voa | -voa',
  'time.getSupportedVersions': '-voa | -voa',
  'time.status': '-voa | -voa',
  'time.setDateTime': '---a | ---a',
  'time.setTimeZone': '---a | ---a',
  'time.setPosixTimeZone': '---a | ---a',
  'time.resetTimeZone': '---a | ---a',

  // The address says admin, but /language needs viewer (A §2, SHELL-48), and that counts.
  'language.set': '-voa | -voa',

  // Notes of the pages (A §7 I/O): a viewer reads which buttons there are, an operator sets them.
  'clientnotes.getvalue': '-voa | -voa',
  'clientnotes.set': '--oa | --oa',

  // Inputs and outputs: an output may open a door, so a viewer only looks.
  'port.read': '-voa | -voa',
  'port.monitor': '-voa | -voa',
  'portmanagement.getPorts': '-voa | -voa',
  'port.action': '--oa | --oa',

  // Device API (A §7): all of it for administrators.
  'intercom.GetServiceCapabilities': '---a | ---a',
  'intercom.GetConfiguration': '---a | ---a',
  'intercom.SetConfiguration': '---a | ---a',
  'intercom.UpdateConfiguration': '---a | ---a',
  'intercom.InjectKeySequence': '---a | ---a',
  'display.getWelcomeImage': '---a | ---a',
  'display.setWelcomeImage': '---a | ---a',
  'display.removeWelcomeImage': '---a | ---a',
  'cardReader.GetDefaultTagTypes': '---a | ---a',
  'cardReader.GetSupportedTagTypes': '---a | ---a',
  'cardReader.ProbeIPAccessConfiguration': '---a | ---a',
  'cardReader.UpdateIPAccessConfiguration': '---a | ---a',
  'cardReader.GetIPAccessConnections': '---a | ---a',

  // Public documentation: all actions of a door controller take an administrator.
  'accessControl.GetAccessControllerList': '---a | ---a',
  'accessControl.GetAccessPointList': '---a | ---a',
  'accessControl.SetCredential': '---a | ---a',
  'accessControl.RemoveCredential': '---a | ---a',
  'accessControl.RequestAccess': '---a | ---a',

  // Phonebook (B §6, §7): all of it for administrators.
  'phonebook.GetPhonebookEntries': '---a | ---a',
  'phonebook.SetPhonebookEntries': '---a | ---a',
  'phonebook.RemovePhonebookEntries': '---a | ---a',
  'phonebook.getImage': '---a | ---a',
  'phonebook.setImage': '---a | ---a',
  'phonebook.removeImage': '---a | ---a',
  'phonebook.import': '---a | ---a',
  'phonebook.export': '---a | ---a',
  'phonebook.previewCsv': '---a | ---a',
  'phonebook.importCsv': '---a | ---a',
  'phonebookLists.organisations': '---a | ---a',
  'phonebookLists.contacts': '---a | ---a',
  'phonebookLists.callGroups': '---a | ---a',

  // SIP (B §7 Call service): settings for administrators; whoever may operate the device may make calls.
  'sip.GetServiceCapabilities': '---a | ---a',
  'sip.GetSIPConfiguration': '---a | ---a',
  'sip.SetSIPConfiguration': '---a | ---a',
  'sip.GetSupportedSIPConfigurationAttributes': '---a | ---a',
  'sip.GetSupportedSIPAccountAttributes': '---a | ---a',
  'sip.GetSupportedMediaEncryptionModes': '---a | ---a',
  'sip.GetAudioCodecs': '---a | ---a',
  'sip.SetAudioCodecs': '---a | ---a',
  'sip.GetSupportedAudioCodecs': '---a | ---a',
  'sip.GetDefaultAudioCodecs': '---a | ---a',
  'sip.GetSIPAccount': '---a | ---a',
  'sip.GetSIPAccounts': '---a | ---a',
  'sip.SetSIPAccount': '---a | ---a',
  'sip.SetSIPAccounts': '---a | ---a',
  'sip.RemoveSIPAccount': '---a | ---a',
  'sip.RemoveSIPAccounts': '---a | ---a',
  'sip.GetSIPAccountStatus': '---a | ---a',
  'sip.GetSIPAccountStatuses': '---a | ---a',
  'sip.GetDTMFConfiguration': '---a | ---a',
  'sip.GetDTMFConfigurations': '---a | ---a',
  'sip.SetDTMFConfiguration': '---a | ---a',
  'sip.SetDTMFConfigurations': '---a | ---a',
  'sip.RemoveDTMFConfiguration': '---a | ---a',
  'sip.RemoveDTMFConfigurations': '---a | ---a',
  'sip.Call': '--oa | --oa',
  'sip.GetCallStatus': '--oa | --oa',
  'sip.GetCallStatuses': '--oa | --oa',
  'sip.TerminateCall': '--oa | --oa',
  // Who called whom is personal; triggers open doors.
  'callLog.list': '---a | ---a',
  'callLog.perDay': '---a | ---a',
  'callLog.export': '---a | ---a',
  'callLog.clear': '---a | ---a',
  'callLog.ladder': '---a | ---a',
  'sip.unused': '---a | ---a',
  'dtmfTriggers.list': '---a | ---a',
  'dtmfTriggers.add': '---a | ---a',
  'dtmfTriggers.update': '---a | ---a',
  'dtmfTriggers.remove': '---a | ---a',

  // Detectors (B §6, B §7 Shock): the page needs an operator.
  'shockdetection.getSchemaVersion': '--oa | --oa',
  'shockdetection.getEnabled': '--oa | --oa',
  'shockdetection.setEnabled': '--oa | --oa',
  'shockdetection.getSensitivityLevel': '--oa | --oa',
  'shockdetection.setSensitivityLevel': '--oa | --oa',
  'videooutput.getVideoSources': '--oa | --oa',
  'videooutput.setVideoSource': '--oa | --oa',
  'videooutput.getRotation': '--oa | --oa',
  'videooutput.setRotation': '--oa | --oa',
  'videooutput.getMirroring': '--oa | --oa',
  'videooutput.setMirroring': '--oa | --oa',

  // Audio (A §7 Audio site, B §7). The local player is the page of viewers and operators (A §1).
  playclip: '-voa | -voa',
  stopclip: '-voa | -voa',
  'mediaclip.play': '--oa | --oa',
  'mediaclip.stop': '--oa | --oa',
  'mediaclip.upload': '--oa | --oa',
  'mediaclip.update': '--oa | --oa',
  'mediaclip.remove': '--oa | --oa',
  'mediaclip.download': '--oa | --oa',
  // Whoever may hear a clip may see it.
  'clips.waveform': '-voa | -voa',
  'playing.get': '-voa | -voa',
  'playing.setVolume': '-voa | -voa',
  // Whoever is signed in sees the level and what the microphone can be encoded with (B §7 Audio).
  'audio.level': '-voa | -voa',
  'audio.encoders': '-voa | -voa',
  'audiorelay.GetAudioPeers': '---a | ---a',
  'axast.GetSpeakerTestReport': '---a | ---a',
  'axast.CalibrateSpeakerTest': '---a | ---a',
  'axast.PerformSpeakerTest': '---a | ---a',
  'audioSite.get': '---a | ---a',
  'audioSite.groups': '---a | ---a',
  'audioSite.save': '---a | ---a',
  'audioSite.remove': '---a | ---a',
  // Own design: who follows a site is decided by those who may found one.
  'audioSite.membership': '---a | ---a',
  'audioSite.leave': '---a | ---a',
  'audioSite.addFollower': '---a | ---a',
  'audioSite.removeFollower': '---a | ---a',
  'findmydevice.find': '---a | ---a',
  'findmydevice.stop': '---a | ---a',
  'findmydevice.getSupportedVersions': '---a | ---a',

  // The live picture and the event stream (A §2 Overview, A §7 Event stream): everybody who is signed in.
  image: '-voa | -voa',
  video: '-voa | -voa',
  // Own design: what the picture would be with settings that only administrators can store.
  'video.preview': '---a | ---a',
  events: '-voa | -voa',
}
