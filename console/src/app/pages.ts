import { House, Users, Wrench } from 'lucide-react'
import type { Page } from './routing/page-table.ts'

/** Every page of the console. Source: A §2. */
export const pages: readonly Page[] = [
  {
    path: '/',
    titleId: 'pages.overview',
    group: 'main',
    icon: House,
    role: 'viewer',
    area: 'overview',
    load: async () => (await import('../areas/overview/overview-page.tsx')).OverviewPage,
  },
  {
    path: '/maintenance',
    titleId: 'pages.maintenance',
    group: 'system',
    icon: Wrench,
    role: 'admin',
    area: 'maintenance',
    load: async () => (await import('../areas/maintenance/maintenance-page.tsx')).MaintenancePage,
  },
  {
    path: '/users',
    titleId: 'pages.users',
    group: 'system',
    icon: Users,
    role: 'admin',
    area: 'users',
    load: async () => (await import('../areas/users/users-page.tsx')).UsersPage,
  },
  {
    path: '/users/add',
    titleId: 'pages.newUser',
    role: 'admin',
    area: 'users',
    load: async () => (await import('../areas/users/new-user-page.tsx')).NewUserPage,
  },
  {
    path: '/users/edit/$name',
    titleId: 'pages.editUser',
    role: 'admin',
    area: 'users',
    load: async () => (await import('../areas/users/edit-user-page.tsx')).EditUserPage,
  },
]
