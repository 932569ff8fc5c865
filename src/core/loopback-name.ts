/** Does a host name of an address stand for this machine, so that no other machine sees or changes what is sent? */
export const isLoopbackName = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
