// Front door of notifications: what happens on a site is told to the channels that want it.
export { mayTellAgain, notify } from './notify.ts';
export { channelRoutes } from './routes.ts';
export { forgetOldNotifications, sendDueMessages } from './send.ts';
